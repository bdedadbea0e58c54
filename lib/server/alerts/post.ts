// One sending of one notice. The socket connects to addresses that were checked in the same moment, no redirect is
// followed, and of the answer only the status counts.
import { lookup as dnsLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { webhookHeaders } from "../../bff/webhooks.ts";
import { deadlines } from "../paces.ts";
import { signatureOf } from "./signature.ts";
import { checkAddresses, type Resolve, readTarget, TargetRefused, type TargetRules } from "./target.ts";

const { totalMs } = deadlines.webhook;
const mostAnswerBytes = 65_536;

export interface Notice {
  /** Idempotency key. */
  id: string;
  event: string;
  body: string;
}

export interface PostOutcome {
  /** Null: no answer came. */
  status: number | null;
  ms: number;
  /** Null when the answer was a 2xx. */
  error: string | null;
}

export interface PostDeps {
  rules: TargetRules;
  resolve: Resolve;
  nowMs: () => number;
  monotonicMs: () => number;
  /** Certificates that are trusted besides the usual ones: for tests. */
  ca?: string;
}

/** The system's own answer for a name. */
export const systemResolve: Resolve = async (hostname) =>
  (await dnsLookup(hostname, { all: true })).map(({ address }) => address);

const familyOf = (address: string) => (address.includes(":") ? 6 : 4);

/** A look-up for sockets that gives checked addresses or none. */
function checkedLookup({ resolve, rules }: Pick<PostDeps, "resolve" | "rules">): LookupFunction {
  return (hostname, options, callback) => {
    const found = async () => {
      const addresses = await resolve(hostname);
      checkAddresses(addresses, rules);
      return addresses.map((address) => ({ address, family: familyOf(address) }));
    };
    found().then(
      (all) => {
        const [first] = all;
        if (options.all === true) callback(null, all);
        else callback(null, first?.address ?? "", first?.family);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error("not found"), ""),
    );
  };
}

// What is wrong in few words; an error's own text may hold the address, which may be a secret.
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TargetRefused") return error.message;
  if (error.cause instanceof TargetRefused) return error.cause.message;
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no answer within ${totalMs / 1_000} s`;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "the connection failed";
}

/** Makes the sender; each sending has a connection of its own, so that each is checked. */
export function makePost(deps: PostDeps) {
  return async (target: { url: string; secret: string }, notice: Notice): Promise<PostOutcome> => {
    const beganMs = deps.monotonicMs();
    const since = () => Math.round(deps.monotonicMs() - beganMs);
    const ca = deps.ca === undefined ? {} : { ca: deps.ca };
    const agent = new Agent({ connect: { lookup: checkedLookup(deps), timeout: totalMs, ...ca } });
    try {
      const url = readTarget(target.url, deps.rules);
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: "POST",
        body: notice.body,
        signal: AbortSignal.timeout(totalMs),
        headers: {
          "content-type": "application/json",
          "user-agent": "fleetdeck-alerts/1",
          [webhookHeaders.event]: notice.event,
          [webhookHeaders.idempotency]: notice.id,
          [webhookHeaders.signature]: signatureOf(notice.body, target.secret, deps.nowMs()),
        },
      });
      // The status is the answer; what follows is read as far as is polite, and a body that breaks changes nothing.
      await body.dump({ limit: mostAnswerBytes }).catch(() => undefined);
      const good = statusCode >= 200 && statusCode < 300;
      const moved = statusCode >= 300 && statusCode < 400;
      const error = good
        ? null
        : moved
          ? "answered with a redirect, which is not followed"
          : `answered ${statusCode}`;
      return { status: statusCode, ms: since(), error };
    } catch (error) {
      return { status: null, ms: since(), error: wordsOf(error) };
    } finally {
      await agent.destroy();
    }
  };
}

export type Post = ReturnType<typeof makePost>;
