/**
 * Types of @node-rs/argon2 as used here, so that types can be checked where it is not installed.
 */
declare module '@node-rs/argon2' {
  interface Setting {
    readonly memoryCost: number;
    readonly timeCost: number;
    readonly parallelism: number;
  }
  export function hash(password: string, setting: Setting): Promise<string>;
  export function verify(hashed: string, password: string): Promise<boolean>;
}
