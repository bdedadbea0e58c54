// Applications: named versions with actions that control a browser. Loaded by the service (names, examples) and by the
// runner (code), so neither this module nor an application may import the driver at run time.
import { createHash } from "node:crypto";
import type { z } from "zod";
import { issuesOf } from "../../lib/contract/request.ts";
import type { Page } from "../chromium/driver.ts";

/** The kind of session that an action needs. */
export interface BrowserChoice {
  /** Acquire the session from this pool and release it at the end. */
  pool?: string;
  /** Create a session with this profile, which is created if needed; `saveChanges` saves its state at the end. */
  profile?: { name: string; saveChanges: boolean };
}

/** The context of a running action. */
export interface ActionContext {
  /** Opens a page in a session, which is released or deleted when the action ends. */
  browser(choice?: BrowserChoice): Promise<Page>;
  /** Adds a line to the invocation's log. */
  log(line: string): void;
  /** Address of the sample shop, without a slash at the end. */
  shopUrl: string;
  /** Aborted when the invocation is stopped: cancelled, over its time limit, or by a shutdown of the service. */
  signal: AbortSignal;
}

export interface Action {
  description: string;
  /** Example payloads. */
  examples: readonly unknown[];
  /** The timeout of one step in the browser. */
  timeoutMs: number;
  /** Validates the payload and runs the action. Throws BadPayload for an invalid payload. */
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

/** The payload is invalid; the message has each field and its error. */
export class BadPayload extends Error {
  override readonly name = "BadPayload";
}

/** Defines an action whose payload is validated by the schema `payload` before `run`. */
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

/** Defines one version of an application. */
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

/** Derives an identifier of the usual format (24 lower-case letters and digits, a letter first) from text. */
function stableId(text: string): string {
  const number = BigInt(`0x${createHash("sha256").update(text).digest("hex")}`);
  const letter = "abcdefghijklmnopqrstuvwxyz"[Number(number % 26n)] ?? "a";
  return letter + number.toString(36).padStart(23, "0").slice(0, 23);
}
