// The `jwt` in a session's addresses: HS256, bound to the session, a purpose and the present holder. It is valid until the
// session ends or gets another holder, and for a day at most: reading the session again returns addresses with a new
// one. A replay's token is valid while the replay exists.
import { createHmac } from "node:crypto";
import { jwtVerify } from "jose";
import { z } from "zod";
import type { Clock } from "../kernel/clock.ts";
import { unauthorized } from "../kernel/problem.ts";

const lifetimeSeconds = 24 * 60 * 60;

const purposes = ["cdp", "view"] as const;
export type TokenPurpose = (typeof purposes)[number];

const claims = z.object({
  sub: z.string(),
  purpose: z.enum(purposes),
  lease: z.string(),
  read_only: z.boolean().optional(),
  view_lease: z.string().optional(),
  node: z.string().optional(),
  exp: z.number(),
});

const replayClaims = z.object({
  sub: z.string(),
  purpose: z.literal("replay"),
  session: z.string().optional(),
});

export interface TokenClaims {
  sessionId: string;
  purpose: TokenPurpose;
  /** Changes with every assignment, which invalidates the earlier holder's addresses. */
  lease: string;
  readOnly: boolean;
  /** The lease in the gateway of an address of the live view that can be ended. */
  viewLease?: string | undefined;
  /** The address of the node which has the session, this one or another; only in an address at a node. */
  node?: string | undefined;
}

const invalidJwt = () => unauthorized("the jwt of this address is not valid");
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

/** Signs and verifies the tokens of sessions and replays. */
export class SessionTokens {
  readonly #secret: Uint8Array;
  readonly #nowMs: () => number;

  /** `secret`: at least 32 random bytes. */
  constructor(secret: Uint8Array, clock: Pick<Clock, "nowMs">) {
    if (secret.length < 32) throw new Error("the signing secret must have at least 32 bytes");
    this.#secret = secret;
    this.#nowMs = () => clock.nowMs();
  }

  /** Synchronous, unlike jose's signing, so that resources can be built synchronously. */
  sign(token: TokenClaims): string {
    return this.#signed({
      sub: token.sessionId,
      purpose: token.purpose,
      lease: token.lease,
      exp: Math.floor(this.#nowMs() / 1000) + lifetimeSeconds,
      ...(token.readOnly ? { read_only: true } : {}),
      ...(token.viewLease === undefined ? {} : { view_lease: token.viewLease }),
      ...(token.node === undefined ? {} : { node: token.node }),
    });
  }

  /** A token that opens one replay of the session. */
  signReplay(replayId: string, sessionId: string): string {
    return this.#signed({ sub: replayId, purpose: "replay", session: sessionId });
  }

  /** The session that a token of any purpose is for, whoever holds it now; undefined for one that is not valid. */
  async sessionOf(
    jwt: string | null | undefined,
  ): Promise<{ id: string; node?: string | undefined } | undefined> {
    const payload = jwt ? await this.#payload(jwt) : undefined;
    const { session } = replayClaims.safeParse(payload).data ?? {};
    if (session !== undefined) return { id: session };
    const { data } = claims.safeParse(payload);
    return data && { id: data.sub, node: data.node };
  }

  /** The claims of a token for one of `expected`; throws 401. */
  async verify(jwt: string | null | undefined, ...expected: readonly TokenPurpose[]): Promise<TokenClaims> {
    const read = claims.safeParse(await this.#payload(jwt));
    if (!read.success || !expected.includes(read.data.purpose)) throw invalidJwt();
    const { sub, purpose, lease, read_only, view_lease: viewLease } = read.data;
    return { sessionId: sub, purpose, lease, readOnly: read_only ?? false, viewLease };
  }

  /** The id of the replay that the token opens; throws 401. */
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
    if (!jwt)
      throw unauthorized(
        "this address lacks its jwt; open the session's cdp_ws_url or live view address as it is",
      );
    const options = { algorithms: ["HS256"], currentDate: new Date(this.#nowMs()) };
    const verified = await jwtVerify(jwt, this.#secret, options).catch(() => undefined);
    return verified?.payload;
  }
}
