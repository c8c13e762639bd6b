/** Types of nodemailer as used here, so that types can be checked where it is not installed. */
declare module 'nodemailer' {
  interface Mail {
    readonly from: string;
    readonly to: { readonly name: string; readonly address: string };
    readonly subject: string;
    readonly text: string;
    readonly messageId: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  interface Options {
    readonly host: string;
    readonly port: number;
    readonly secure: boolean;
    readonly auth?: { readonly user: string; readonly pass: string };
    readonly requireTLS: boolean;
    readonly connectionTimeout: number;
    readonly greetingTimeout: number;
    readonly socketTimeout: number;
    readonly logger: false;
    readonly disableFileAccess: true;
    readonly disableUrlAccess: true;
  }
  export interface Transporter {
    sendMail(mail: Mail): Promise<unknown>;
  }
  export function createTransport(options: Options): Transporter;
}
