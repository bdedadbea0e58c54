// Sends one notice to one webhook. Addresses are checked at the time of the connection (DNS rebinding), redirects are not
// followed, and only the status of the response counts.
import { lookup as dnsLookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { Agent, request } from "undici";
import { webhookHeaders } from "../../bff/webhooks.ts";
import type { Clock } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";
import { signatureOf } from "./webhook-signature.ts";
import {
  checkAddresses,
  type Resolve,
  readTarget,
  TargetRefused,
  type TargetRules,
} from "./webhook-target.ts";

const { totalMs } = deadlines.webhook;
const maxResponseBytes = 65_536;

export interface WebhookNotice {
  /** The same when the notice is sent again. */
  id: string;
  event: string;
  body: string;
}

export interface PostOutcome {
  /** Null: no response. */
  status: number | null;
  ms: number;
  /** Null for a 2xx response. */
  error: string | null;
}

export interface PostDeps {
  rules: TargetRules;
  resolve: Resolve;
  clock: Pick<Clock, "nowMs" | "monotonicMs">;
  /** Trusted certificates of a test server. */
  ca?: string;
}

/** Resolves a name by the operating system. */
export const systemResolve: Resolve = async (hostname) =>
  (await dnsLookup(hostname, { all: true })).map(({ address }) => address);

const familyOf = (address: string) => (address.includes(":") ? 6 : 4);

/** A lookup for sockets that returns checked addresses only. */
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

// A short description; the error's own message may contain the address, which may be a secret.
function errorMessageOf(error: unknown): string {
  if (!(error instanceof Error)) return "failed";
  if (error.name === "TargetRefused") return error.message;
  if (error.cause instanceof TargetRefused) return error.cause.message;
  if (error.name === "TimeoutError" || error.name === "AbortError")
    return `no answer within ${totalMs / 1_000} s`;
  const code: unknown = Reflect.get(error, "code");
  return typeof code === "string" && /^[A-Z0-9_]{1,60}$/.test(code) ? code : "the connection failed";
}

/** Creates the sender; every request has its own connection, so that its address is checked. */
export function makePost(deps: PostDeps) {
  return async (target: { url: string; secret: string }, notice: WebhookNotice): Promise<PostOutcome> => {
    const beganMs = deps.clock.monotonicMs();
    const elapsedMs = () => Math.round(deps.clock.monotonicMs() - beganMs);
    const ca = deps.ca === undefined ? {} : { ca: deps.ca };
    const agent = new Agent({ connect: { lookup: checkedLookup(deps), timeout: totalMs, ...ca } });
    try {
      const url = readTarget(target.url, deps.rules);
      const seconds = Math.floor(deps.clock.nowMs() / 1_000);
      const { statusCode, body } = await request(url, {
        dispatcher: agent,
        method: "POST",
        body: notice.body,
        signal: AbortSignal.timeout(totalMs),
        headers: {
          "content-type": "application/json",
          "user-agent": "fleetdeck-alerts/1",
          [webhookHeaders.id]: notice.id,
          [webhookHeaders.timestamp]: String(seconds),
          [webhookHeaders.signature]: signatureOf(notice, target.secret, seconds),
          [webhookHeaders.event]: notice.event,
        },
      });
      // The body is discarded up to a limit; errors in it do not matter.
      await body.dump({ limit: maxResponseBytes }).catch(() => undefined);
      const succeeded = statusCode >= 200 && statusCode < 300;
      const redirected = statusCode >= 300 && statusCode < 400;
      const error = succeeded
        ? null
        : redirected
          ? "answered with a redirect, which is not followed"
          : `answered ${statusCode}`;
      return { status: statusCode, ms: elapsedMs(), error };
    } catch (error) {
      return { status: null, ms: elapsedMs(), error: errorMessageOf(error) };
    } finally {
      await agent.destroy();
    }
  };
}

export type Post = ReturnType<typeof makePost>;
