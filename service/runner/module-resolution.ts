// Resolves imports of deployed code beyond Node's own rules: our kit, a few provided packages that the archive may
// lack, and relative paths without an extension as compilers accept them.
import { type ResolveFnOutput, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";

const kit = new URL("../app-kit/kit.ts", import.meta.url).href;

/** Packages that an archive may lack, and the installed package used instead. */
const provided = new Map([
  ["playwright-core", "playwright-core"],
  ["playwright", "playwright-core"],
  ["zod", "zod"],
  // Only available with the development dependencies.
  ["@onkernel/sdk", "@onkernel/sdk"],
]);

const endings = [".ts", ".mts", ".js", ".mjs", ".cjs", "/index.ts", "/index.js"];
const missingCodes = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND", "ERR_UNSUPPORTED_DIR_IMPORT"];

const isMissing = (error: unknown) =>
  error instanceof Error && "code" in error && missingCodes.includes(String(error.code));

/**
 * Installs the hooks that resolve imports of the code in `folder`. `registries` returns the URLs of the loaded modules
 * in which a published client registers applications.
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
    const providedPackage = provided.get(specifier);
    if (providedPackage !== undefined) return next(providedPackage, import.meta.url);
    if (specifier.startsWith(".")) throw error;
    throw new Error(
      `cannot find the package "${specifier}": put it into the archive's node_modules, or bundle it; without that there are fleetdeck, playwright-core and zod`,
    );
  }
}

/** `./a.ts`, `./a/index.ts` and so on for `./a`; the source `./a.ts` for `./a.js`. */
const spellingsOf = (specifier: string): string[] => [
  ...(/\.js$/.test(specifier) ? [specifier.replace(/\.js$/, ".ts")] : []),
  ...endings.map((ending) => specifier.replace(/\/$/, "") + ending),
];
