// Loads deployed code inside the runner and collects its applications: those of our kit, of the published client's
// registry, and exported objects.
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { type DeployedAction, namedApps } from "../app-kit/kit.ts";
import { reasonOf } from "./failure-reason.ts";
import { resolveDeployedCode } from "./module-resolution.ts";
import type { DeployedCode } from "./runner-messages.ts";

/** The code cannot be used; the message has the reason and, if known, file and line, relative to the archive. */
class BadCode extends Error {
  override readonly name = "BadCode";
}

export interface LoadedApp {
  name: string;
  actions: ReadonlyMap<string, DeployedAction>;
}

const maxNameChars = 255;
const limits = { apps: 20, actions: 200 } as const;

const handler = z.custom<DeployedAction>((value) => typeof value === "function");
/** A handler, or the object in which published clients wrap it. */
const action = z.union([handler, z.object({ handler }).transform((wrapped) => wrapped.handler)]);
const appLike = z.object({
  name: z.string(),
  actions: z.union([
    z.map(z.string(), action),
    z.record(z.string(), action).transform((actions) => new Map(Object.entries(actions))),
  ]),
});

/** A published client's registry of applications. */
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
      for (const value of exportsOf(await import(url))) {
        const list = isRegistry(value) ? value.getApps() : [];
        if (Array.isArray(list)) found.push(...list);
      }
    }
  } catch (error) {
    throw new BadCode(describeLoadError(error, folder));
  }
  return mergeApps(found.flatMap((one) => appLike.safeParse(one).data ?? []));
}

const exportsOf = (module: unknown): unknown[] => Object.values({ ...Object(module) });

/** Merges the actions of applications that were found several times. Throws BadCode for bad names and numbers. */
function mergeApps(found: readonly z.output<typeof appLike>[]): LoadedApp[] {
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
  if (apps.size > limits.apps) throw new BadCode(`more than ${limits.apps} applications in one deployment`);
  for (const [name, actions] of apps) {
    if (actions.size === 0) throw new BadCode(`the application "${name}" has no action`);
    if (actions.size > limits.actions) throw new BadCode(`the application "${name}" has too many actions`);
    for (const one of [name, ...actions.keys()]) {
      if (one === "" || one.length > maxNameChars || /\p{Cc}/u.test(one)) {
        throw new BadCode(`a name must be 1 to ${maxNameChars} characters, none a control character`);
      }
    }
  }
  return [...apps].map(([name, actions]) => ({ name, actions }));
}

/** The message of an error while loading, with file and line when the stack has them. */
function describeLoadError(error: unknown, folder: string): string {
  const stack = error instanceof Error ? (error.stack ?? "") : "";
  const at = stack.indexOf(`${folder}/`);
  const [, file, line] =
    /^([^\s:()]+):(\d+)/.exec(at === -1 ? "" : stack.slice(at + folder.length + 1)) ?? [];
  const errorName = error instanceof Error && error.name !== "Error" ? `${error.name}: ` : "";
  const reason = reasonOf(error).replaceAll(`file://${folder}/`, "").replaceAll(`${folder}/`, "");
  return `${file === undefined ? "" : `${file}:${line}: `}${errorName}${reason}`;
}
