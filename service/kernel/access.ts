// Authentication of callers. Tokens are compared by digest in constant time; none is ever written or logged.
import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { unauthorized } from "./problem.ts";

export type Scope = "all" | "read";

export interface Caller {
  scope: Scope;
  /** Set for the runner of an invocation; what it acquires belongs to that invocation, and what it creates if it says so. */
  invocationId?: string;
}

export interface GrantedToken {
  token: string;
  scope: Scope;
}

const digest = (token: string) => createHash("sha256").update(token).digest();

export class Access {
  readonly #granted: readonly { digest: Buffer; caller: Caller }[];
  readonly #ofInvocations = new Map<string, { digest: Buffer; caller: Caller }>();

  constructor(tokens: readonly GrantedToken[]) {
    this.#granted = tokens.map(({ token, scope }) => ({ digest: digest(token), caller: { scope } }));
  }

  /** The caller of an Authorization header; throws Problem 401. */
  caller(authorization: string | undefined): Caller {
    const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) throw unauthorized("send the header Authorization: Bearer <token>");
    const presented = digest(token);
    let found: Caller | undefined;
    for (const entry of [...this.#granted, ...this.#ofInvocations.values()]) {
      if (timingSafeEqual(entry.digest, presented)) found = entry.caller;
    }
    if (!found) throw unauthorized("this token is not known");
    return found;
  }

  /** Issues a bearer token that is valid for one invocation until `revokeInvocation`. */
  issueForInvocation(invocationId: string): string {
    const token = randomBytes(32).toString("base64url");
    this.#ofInvocations.set(invocationId, { digest: digest(token), caller: { scope: "all", invocationId } });
    return token;
  }

  revokeInvocation(invocationId: string): void {
    this.#ofInvocations.delete(invocationId);
  }
}
