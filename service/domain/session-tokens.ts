// The `jwt` in a session's addresses: HS256, bound to the session, its purpose and its present holder.
// It has no date of expiry of its own: it dies with the session, or when the session changes hands.
// That of a replay is bound to the replay and dies with it.
import { createHmac } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import { unauthorized } from "./problem.ts";

const purposes = ["cdp", "view", "view_socket"] as const;
export type TokenPurpose = (typeof purposes)[number];

const claims = z.object({
  sub: z.string(),
  purpose: z.enum(purposes),
  lease: z.string(),
  read_only: z.boolean().optional(),
});

const replayClaims = z.object({ sub: z.string(), purpose: z.literal("replay") });

export interface TokenClaims {
  sessionId: string;
  purpose: TokenPurpose;
  /** Changes whenever the session is assigned anew, so that an earlier holder's addresses end. */
  lease: string;
  readOnly: boolean;
}

const invalidJwt = () => unauthorized("the jwt of this address is not valid");
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

export class SessionTokens {
  readonly #secret: Uint8Array;

  /** `secret`: at least 32 random bytes. */
  constructor(secret: Uint8Array) {
    if (secret.length < 32) throw new Error("the signing secret must have at least 32 bytes");
    this.#secret = secret;
  }

  /** Synchronous, unlike jose's signing, so that a session can be described anywhere. */
  sign(token: TokenClaims): string {
    return this.#signed({
      sub: token.sessionId,
      purpose: token.purpose,
      lease: token.lease,
      ...(token.readOnly ? { read_only: true } : {}),
    });
  }

  /** For looking at one replay. */
  signReplay(replayId: string): string {
    return this.#signed({ sub: replayId, purpose: "replay" });
  }

  /** The claims of a token for `purpose`; throws 401. */
  async verify(jwt: string | null | undefined, purpose: TokenPurpose): Promise<TokenClaims> {
    const read = claims.safeParse(await this.#payload(jwt));
    if (!read.success || read.data.purpose !== purpose) throw invalidJwt();
    const { sub, lease, read_only } = read.data;
    return { sessionId: sub, purpose, lease, readOnly: read_only ?? false };
  }

  /** The id of the replay that may be looked at; throws 401. */
  async verifyReplay(jwt: string | null | undefined): Promise<string> {
    const read = replayClaims.safeParse(await this.#payload(jwt));
    if (!read.success) throw invalidJwt();
    return read.data.sub;
  }

  #signed(payload: object): string {
    const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part(payload)}`;
    return `${signed}.${createHmac("sha256", this.#secret).update(signed).digest("base64url")}`;
  }

  async #payload(jwt: string | null | undefined): Promise<unknown> {
    if (!jwt) throw unauthorized("this address lacks its jwt");
    const verified = await jwtVerify(jwt, this.#secret, { algorithms: ["HS256"] }).catch(() => undefined);
    return verified?.payload;
  }
}
