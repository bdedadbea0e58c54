// How imports of deployed code are resolved, beyond what Node does by itself: our own kit, the few packages that
// are provided when the archive brings none, and the spellings that compilers let people get used to.
import { type ResolveFnOutput, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const kit = new URL("kit.ts", import.meta.url).href;

/** Packages an archive need not bring, and where they come from here. */
const provided = new Map([
  ["playwright-core", "playwright-core"],
  ["playwright", "playwright-core"],
  ["zod", "zod"],
  // Only there where the developers' packages are installed.
  ["@onkernel/sdk", "@onkernel/sdk"],
]);

const endings = [".ts", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];
const missingCodes = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT"];

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && missingCodes.includes(String(error.code));

/**
 * Resolves imports of the code in `folder`. Returns the modules in which a published client keeps the
 * applications it was told of, as far as that code has loaded one.
 */
export function resolveDeployedCode(folder: string): { registries: () => readonly string[] } {
  const inside = pathToFileURL(`${folder}/`).href;
  const registries = new Set<string>();
  registerHooks({
    resolve(specifier, context, next) {
      const resolved = context.parentURL?.startsWith(inside)
        ? resolveOne(specifier, (wanted, parentURL) =>
            next(wanted, parentURL === undefined ? context : { ...context, parentURL }),
          )
        : next(specifier, context);
      if (/\/app-framework\.m?js$/.test(resolved.url)) registries.add(resolved.url);
      return resolved;
    },
  });
  return { registries: () => [...registries] };
}

function resolveOne(
  specifier: string,
  next: (specifier: string, parentURL?: string) => ResolveFnOutput,
): ResolveFnOutput {
  if (specifier === "fleetdeck") return next(kit);
  try {
    return next(specifier);
  } catch (error) {
    if (!isMissing(error)) throw error;
    const others = specifier.startsWith(".") ? spellingsOf(specifier) : [];
    for (const other of others) {
      try {
        return next(other);
      } catch (fault) {
        if (!isMissing(fault)) throw fault;
      }
    }
    const here = provided.get(specifier);
    if (here !== undefined) return next(here, import.meta.url);
    if (specifier.startsWith(".")) throw error;
    throw new Error(
      `cannot find the package "${specifier}": put it into the archive's node_modules, or bundle it; without that there are fleetdeck, playwright-core and zod`,
    );
  }
}

/** `./a` for `./a.ts` or `./a/index.ts`, and `./a.js` for the source it is compiled from. */
const spellingsOf = (specifier: string): string[] => [
  ...(/\.js$/.test(specifier) ? [specifier.replace(/\.js$/, ".ts")] : []),
  ...endings.map((ending) => specifier.replace(/\/$/, "") + ending),
];
