// What an application is: named versions with actions that drive a browser. Loaded by the service (names,
// examples) and by the runner (code), so nothing here or in an application may import the driver at run time.
import { createHash } from "node:crypto";
import type { z } from "zod";
import { issuesOf } from "../../lib/contract/request.ts";
import type { Page } from "../chromium/driver.ts";

export interface BrowserChoice {
  /** Take the session from this pool and give it back at the end. */
  pool?: string;
  /** Open a session of our own with this profile, made if there is none; its state is saved at the end when asked. */
  profile?: { name: string; saveChanges: boolean };
}

/** What a running action is given. */
export interface ActionContext {
  /** A page in a real session; the session goes back or ends when the action is over. */
  browser(choice?: BrowserChoice): Promise<Page>;
  /** One line for the operator, in the invocation's log. */
  log(line: string): void;
  /** Address of the sample shop, without a slash at the end. */
  shopUrl: string;
  /** Aborted when the invocation is cancelled or its service goes away. */
  signal: AbortSignal;
}

export interface Action {
  description: string;
  /** Payloads worth trying. */
  examples: readonly unknown[];
  /** How long one step in the browser may take. */
  timeoutMs: number;
  /** Checks the payload and does the work. Throws BadPayload for input the action does not take. */
  run(context: ActionContext, payload: unknown): Promise<unknown>;
}

export interface App {
  name: string;
  version: string;
  /** Stable across starts: the same application version has the same id. */
  id: string;
  deploymentId: string;
  actions: ReadonlyMap<string, Action>;
}

export const standardStepTimeoutMs = 6_000;

/** Thrown for a payload that the action does not take; the message says where and what. */
export class BadPayload extends Error {
  override readonly name = "BadPayload";
}

/** An action whose payload is checked by `payload` before `run` sees it. */
export function defineAction<Schema extends z.ZodType>(definition: {
  description: string;
  payload: Schema;
  examples: readonly z.input<Schema>[];
  timeoutMs?: number;
  run(context: ActionContext, payload: z.output<Schema>): Promise<unknown>;
}): Action {
  return {
    description: definition.description,
    examples: definition.examples,
    timeoutMs: definition.timeoutMs ?? standardStepTimeoutMs,
    async run(context, payload) {
      const read = definition.payload.safeParse(payload);
      if (!read.success) {
        const faults = issuesOf(read.error, "payload").map(({ path, message }) => `${path}: ${message}`);
        throw new BadPayload(`bad input: ${faults.join("; ")}`);
      }
      return await definition.run(context, read.data);
    },
  };
}

export function defineApp(definition: {
  name: string;
  version: string;
  actions: Readonly<Record<string, Action>>;
}): App {
  const { name, version, actions } = definition;
  return {
    name,
    version,
    id: stableId(`app ${name} ${version}`),
    deploymentId: stableId(`deployment ${name} ${version}`),
    actions: new Map(Object.entries(actions)),
  };
}

/** An identifier of the usual shape (24 lower-case letters and digits, a letter first) that follows from text. */
function stableId(text: string): string {
  const number = BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
  const letter = "abcdefghijklmnopqrstuvwxyz"[Number(number % 26n)] ?? "a";
  return letter + number.toString(36).padStart(23, "0").slice(0, 23);
}
