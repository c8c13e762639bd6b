/**
 * Types of @simplewebauthn/server as used here, so that types can be checked where it is not
 * installed.
 */
declare module '@simplewebauthn/server' {
  interface Credential {
    readonly id: string;
    readonly publicKey: Uint8Array;
    readonly counter: number;
  }
  interface Expected {
    /** Unchecked value from the browser. */
    readonly response: unknown;
    readonly expectedChallenge: (challenge: string) => Promise<boolean>;
    readonly expectedOrigin: string;
    readonly expectedRPID: string;
    readonly requireUserVerification: boolean;
  }
  type Wanted = 'required';
  export function generateRegistrationOptions(options: {
    readonly rpName: string;
    readonly rpID: string;
    readonly userName: string;
    readonly userID: Uint8Array;
    readonly userDisplayName: string;
    readonly attestationType: 'none';
    readonly excludeCredentials: readonly { readonly id: string }[];
    readonly authenticatorSelection: {
      readonly residentKey: Wanted;
      readonly userVerification: Wanted;
    };
  }): Promise<{ readonly challenge: string }>;
  export function verifyRegistrationResponse(
    expected: Expected,
  ): Promise<{ readonly registrationInfo?: { readonly credential: Credential } }>;
  export function generateAuthenticationOptions(options: {
    readonly rpID: string;
    readonly userVerification: Wanted;
  }): Promise<{ readonly challenge: string }>;
  export function verifyAuthenticationResponse(
    expected: Expected & { readonly credential: Credential },
  ): Promise<{
    readonly verified: boolean;
    readonly authenticationInfo: { readonly newCounter: number };
  }>;
}
