// Authentication of callers. Tokens are compared by digest in constant time; none is ever written or logged.
import { createHash, createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { unauthorized } from "./problem.ts";

export type Scope = "all" | "read";

export interface Caller {
  scope: Scope;
  /** Set for the runner of an invocation; what it acquires belongs to that invocation, and what it creates if it says so. */
  invocationId?: string | undefined;
  /** Set for another service of the same state, or a node. */
  isService?: true;
}

/** The header in which a service says for whom it forwards a request; JSON. */
export const callerHeader = "x-fleetdeck-caller";
const forwardedCaller = z
  .strictObject({ scope: z.enum(["all", "read"]), invocationId: z.string().optional() })
  .nullable();
/** The value of that header; undefined: for a caller without a token, who may use addresses with a jwt alone. */
export const forwardedFor = (caller: Caller | undefined): string =>
  JSON.stringify(caller ? { scope: caller.scope, invocationId: caller.invocationId } : null);

export interface GrantedToken {
  token: string;
  scope: Scope;
}

const digest = (token: string) => createHash("sha256").update(token).digest();

export class Access {
  readonly #granted: readonly { digest: Buffer; caller: Caller }[];
  readonly #ofInvocations = new Map<string, { digest: Buffer; caller: Caller }>();

  readonly #secret: Uint8Array;

  /**
   * `serviceKey`: the token that services of one state share. `secret`: what the tokens of invocations are made of; with the
   * same one another service issues the same.
   */
  constructor(tokens: readonly GrantedToken[], serviceKey?: string, secret: Uint8Array = randomBytes(32)) {
    this.#secret = secret;
    this.#granted = [
      ...tokens.map(({ token, scope }) => ({ digest: digest(token), caller: { scope } })),
      ...(serviceKey === undefined
        ? []
        : [{ digest: digest(serviceKey), caller: { scope: "all" as const, isService: true as const } }]),
    ];
  }

  /** The caller of a request by these headers; throws Problem 401. */
  caller(authorization: string | undefined, forwarded?: string | readonly string[]): Caller {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) throw unauthorized("send the header Authorization: Bearer <token>");
    const presented = digest(token);
    let found: Caller | undefined;
    for (const entry of [...this.#granted, ...this.#ofInvocations.values()]) {
      if (timingSafeEqual(entry.digest, presented)) found = entry.caller;
    }
    if (!found) throw unauthorized("this token is not known");
    if (forwarded === undefined) return found;
    // Only a service acts for others, and then not for itself.
    if (!found.isService) return found;
    const caller = forwardedCaller.parse(JSON.parse(String(forwarded)));
    if (caller === null) throw unauthorized("send the header Authorization: Bearer <token>");
    return caller;
  }

  /** Whether a request with this Authorization header comes from another service of the same state. */
  isService(authorization: string | undefined): boolean {
    try {
      return this.caller(authorization).isService === true;
    } catch {
      return false;
    }
  }

  /** Issues a bearer token that is valid for one invocation until `revokeInvocation`. */
  issueForInvocation(invocationId: string): string {
    const token = createHmac("sha256", this.#secret)
      .update(`fleetdeck invocation ${invocationId}`)
      .digest("base64url");
    this.#ofInvocations.set(invocationId, { digest: digest(token), caller: { scope: "all", invocationId } });
    return token;
  }

  revokeInvocation(invocationId: string): void {
    this.#ofInvocations.delete(invocationId);
  }
}
