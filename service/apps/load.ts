// Loads deployed code inside the runner and finds the applications in it, however they were written down.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type DeployedAction, namedApps } from "./kit.ts";
import { resolveDeployedCode } from "./module-resolution.ts";
import { reasonOf } from "./reason.ts";
import type { DeployedCode } from "./runner-messages.ts";

/** The code cannot be used; the message says why and where, with paths as in the archive. */
export class BadCode extends Error {
  override readonly name = "BadCode";
}

export interface LoadedApp {
  name: string;
  actions: ReadonlyMap<string, DeployedAction>;
}

const longestName = 255;
const most = { apps: 20, actions: 200 } as const;

const handler = z.custom<DeployedAction>((value) => typeof value === "function");
/** A handler as it is, or as published clients keep it. */
const action = z.union([handler, z.object({ handler }).transform((kept) => kept.handler)]);
const appLike = z.object({
  name: z.string(),
  actions: z.union([
    z.map(z.string(), action),
    z.record(z.string(), action).transform((actions) => new Map(Object.entries(actions))),
  ]),
});

/** Where a published client keeps the applications it was told of. */
interface Registry {
  getApps(): unknown;
}
const isRegistry = (value: unknown): value is Registry =>
  typeof value === "object" && value !== null && "getApps" in value && typeof value.getApps === "function";

/** Imports the entry and returns its applications, each with at least one action. Throws BadCode. */
export async function loadApps(code: DeployedCode): Promise<LoadedApp[]> {
  const folder = realpathSync(code.folder);
  const { registries } = resolveDeployedCode(folder);
  const found: unknown[] = [];
  try {
    const entry: unknown = await import(pathToFileURL(join(folder, code.entry)).href);
    found.push(...namedApps, ...exportsOf(entry));
    for (const url of registries()) {
      for (const kept of exportsOf(await import(url))) {
        const list = isRegistry(kept) ? kept.getApps() : [];
        if (Array.isArray(list)) found.push(...list);
      }
    }
  } catch (error) {
    throw new BadCode(placed(error, folder));
  }
  return merged(found.flatMap((one) => appLike.safeParse(one).data ?? []));
}

const exportsOf = (module: unknown): unknown[] => Object.values({ ...Object(module) });

/** The same application may be found in more than one place, or be put together in several. */
function merged(found: readonly z.output<typeof appLike>[]): LoadedApp[] {
  const apps = new Map<string, Map<string, DeployedAction>>();
  for (const { name, actions } of found) {
    const known = apps.get(name) ?? new Map<string, DeployedAction>();
    apps.set(name, known);
    for (const [actionName, run] of actions) known.set(actionName, run);
  }
  if (apps.size === 0) {
    throw new BadCode(
      'the entry names no application: call app(name).action(name, handler) of "fleetdeck", or export { name, actions }',
    );
  }
  if (apps.size > most.apps) throw new BadCode(`more than ${most.apps} applications in one deployment`);
  for (const [name, actions] of apps) {
    if (actions.size === 0) throw new BadCode(`the application "${name}" has no action`);
    if (actions.size > most.actions) throw new BadCode(`the application "${name}" has too many actions`);
    for (const one of [name, ...actions.keys()]) {
      if (one === "" || one.length > longestName || /\p{Cc}/u.test(one)) {
        throw new BadCode(`a name must be 1 to ${longestName} characters, none a control character`);
      }
    }
  }
  return [...apps].map(([name, actions]) => ({ name, actions }));
}

/** What went wrong while loading, with the place in the code where that is known. */
function placed(error: unknown, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const at = stack.indexOf(`${folder}/`);
  const [, file, line] =
    /^([^\s:()]+):(\d+)/.exec(at === -1 ? "" : stack.slice(at + folder.length + 1)) ?? [];
  const what = error instanceof Error && error.name !== "Error" ? `${error.name}: ` : "";
  const reason = reasonOf(error).replaceAll(`file://${folder}/`, "").replaceAll(`${folder}/`, "");
  return `${file === undefined ? "" : `${file}:${line}: `}${what}${reason}`;
}
