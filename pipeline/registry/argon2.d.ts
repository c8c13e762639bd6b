/** What is used here of @node-rs/argon2, so that types can be checked where it is not installed. */
declare module '@node-rs/argon2' {
  interface Setting {
    readonly memoryCost: number;
    readonly timeCost: number;
    readonly parallelism: number;
  }
  export function hash(password: string, setting: Setting): Promise<string>;
  export function verify(hashed: string, password: string): Promise<boolean>;
}
