import type { FoundResource, InventoryKind } from "@/lib/bff/inventory";
import { type PastedTarget, resolvePasted } from "@/lib/format/pasted-target";
import { uuidPattern } from "@/lib/format/short-id";
import { paths, resourcePath } from "@/lib/paths";
import { paletteTargetsTexts } from "./layout-on-demand-messages.ts";

export interface PaletteTarget {
  readonly label: string;
  readonly id: string;
  /** Such as `running`; undefined when unknown. */
  readonly state?: string | undefined;
  readonly href: string;
}

export interface PaletteTargets {
  /** What the text names. */
  readonly named: readonly PaletteTarget[];
  /** An id of an unknown kind that the server does not know: every kind it may have. */
  readonly guesses: readonly PaletteTarget[];
  /** What contains the text. */
  readonly containing: readonly PaletteTarget[];
}

const kindOf = {
  invocation: "invocation",
  browser: "session",
  pool: "pool",
  proxy: "proxy",
  profile: "profile",
} as const satisfies Record<PastedTarget["kind"], InventoryKind>;

const wordOf = (kind: InventoryKind) => (kind === "session" ? "browser" : kind);

const foundTarget = ({ kind, id, name, state }: FoundResource): PaletteTarget => ({
  label: [paletteTargetsTexts.open(wordOf(kind)), name ?? ""].filter(Boolean).join(" "),
  id,
  state: state ?? undefined,
  href: resourcePath(kind, id, name),
});

/**
 * Where a typed or pasted text leads. `found`: what the server found for it; undefined while that is not known, when
 * there are no guesses.
 */
export function paletteTargets(text: string, found: readonly FoundResource[] | undefined): PaletteTargets {
  const pasted = resolvePasted(text);
  const exact = found?.filter((each) => each.exact) ?? [];
  const isFound = ({ kind, id }: PastedTarget) =>
    exact.find((each) => each.kind === kindOf[kind] && each.id === id);
  // An address gives the kind, and the place within a session.
  const addressed = pasted.filter(({ isGuess }) => isGuess !== true);
  const fromAddress = addressed.map((target): PaletteTarget => {
    const known = isFound(target);
    const base =
      known === undefined
        ? { label: paletteTargetsTexts.openAct(target.kind), id: target.id }
        : foundTarget(known);
    return { ...base, href: hrefOf(target) };
  });
  const inAddress = (each: FoundResource) =>
    addressed.some(({ kind, id }) => kindOf[kind] === each.kind && id === each.id);
  const named = [...fromAddress, ...exact.filter((each) => !inAddress(each)).map(foundTarget)];
  const guesses = pasted.filter(
    ({ isGuess, id }) =>
      isGuess === true && found !== undefined && named.length === 0 && !found.some((each) => each.id === id),
  );
  // Ids of requests are UUIDs, as ids of resources may be.
  const requests = [...new Set(guesses.map(({ id }) => id))].filter((id) => uuidPattern.test(id));
  return {
    named,
    guesses: [
      ...guesses.map((target) => ({
        label: paletteTargetsTexts.openAct(target.kind),
        id: target.id,
        href: hrefOf(target),
      })),
      ...requests.map((id) => ({
        label: paletteTargetsTexts.actsOfRequest,
        id,
        href: paths.audit({ request_id: id }),
      })),
    ],
    containing: found?.filter((each) => !each.exact).map(foundTarget) ?? [],
  };
}

/** The only id in the text; undefined when it has none or several. */
export function onlyIdIn(text: string): string | undefined {
  const [id, ...others] = new Set(resolvePasted(text).map((target) => target.id));
  return others.length > 0 ? undefined : id;
}

const hrefOf = ({ kind, id, query }: PastedTarget): string =>
  kind === "browser" ? paths.browser(id, query) : resourcePath(kindOf[kind], id);
