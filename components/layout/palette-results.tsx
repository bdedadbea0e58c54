"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, LoaderCircle, Search, SquareArrowOutUpRight, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useLayoutEffect, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { firstChars } from "@/lib/bff/first-chars";
import { hasRole } from "@/lib/bff/roles";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { inventoryQueries } from "@/lib/queries/inventory";
import { repeatSearch } from "@/lib/queries/repeat-search";
import { sessionQueries } from "@/lib/queries/session";
import { viewQueries } from "@/lib/queries/views";
import { paletteResultsTexts } from "./layout-on-demand-messages.ts";
import type { PaletteAction } from "./palette-actions.tsx";
import { pageAtAddress } from "./palette-address.ts";
import { usePerformAction } from "./palette-awaited.ts";
import { type PaletteEntry, PaletteGroup, WithId } from "./palette-group.tsx";
import { matchingEntries } from "./palette-match.ts";
import { palettePages, savedViewPath } from "./palette-pages.ts";
import { onlyIdIn, type PaletteTarget, paletteTargets } from "./palette-targets.ts";

const shortestSought = 2;
const longestSought = 400;

/** What a text leads to: resources, actions, pages and saved views, in groups. */
export function PaletteResults({
  text,
  recent,
  offered,
  onClose,
  onMark,
  onShowShortcuts,
}: {
  text: string;
  recent: readonly string[];
  /** The actions that mounted views offer. */
  offered: readonly PaletteAction[];
  onShowShortcuts: () => void;
  onClose: () => void;
  /** Marks an entry, by its value, as the one that Enter opens: the first of each text, and what is found for it later. */
  onMark: (value: string) => void;
}) {
  const router = useRouter();
  const searchText = text.trim();
  const page = pageAtAddress(text);
  const isSought = searchText.length >= shortestSought && page === undefined;
  const lookUp = useQuery({
    ...inventoryQueries.found(firstChars(searchText, longestSought)),
    enabled: isSought,
    // A hit shows its state.
    refetchInterval: paces.refresh.listMs,
  });
  const found = lookUp.data?.items ?? (lookUp.error === null ? undefined : []);
  const { named, guesses, containing } = paletteTargets(text, found);
  const { data: views } = useQuery(viewQueries.list());
  const held = useQuery(sessionQueries.current()).data?.data.operator.role;
  const isShown = ({ role }: (typeof palettePages)[number]) =>
    role === undefined || (held !== undefined && hasRole(held, role));
  const performOffered = usePerformAction();
  const actions = offered.filter(({ takes = "nothing" }) => takes === "nothing");
  const shortcuts: PaletteAction = {
    id: "shortcuts",
    label: paletteResultsTexts.keyboardShortcuts,
    run: onShowShortcuts,
  };
  const id = page === undefined ? onlyIdIn(text) : undefined;
  const idActions = id === undefined ? [] : offered.filter(({ takes }) => takes === "id");

  const queries = useQueryClient();
  const go = useCallback(
    (href: string) => {
      onClose();
      const { pathname, searchParams } = new URL(href, window.location.origin);
      const q = searchParams.get("q");
      if (pathname === paths.search() && q !== null) repeatSearch(queries, q.trim());
      router.push(href);
    },
    [onClose, queries, router],
  );
  const perform = (action: PaletteAction, of = "") => {
    onClose();
    performOffered(action, of);
  };
  // Enter before the answer: what is found is opened when it is known, but none of several.
  const isLookingUp = isSought && found === undefined && named.length === 0;
  const [awaitedText, setAwaitedText] = useState<string>();
  const hits = [...named, ...containing];
  const searchHref = paths.search({ q: searchText });
  const awaitedHref =
    id !== undefined
      ? [...named, ...guesses][0]?.href
      : hits.length > 1
        ? undefined
        : (hits[0]?.href ?? searchHref);
  useEffect(() => {
    if (awaitedText !== text || isLookingUp) return;
    if (awaitedHref === undefined) return setAwaitedText(undefined);
    // Once the entries are drawn: a list that is taken down while they are added fails.
    const frame = requestAnimationFrame(() => go(awaitedHref));
    return () => cancelAnimationFrame(frame);
  }, [awaitedText, text, isLookingUp, awaitedHref, go]);
  const entryOf = (action: PaletteAction): PaletteEntry => ({
    key: action.id,
    value: action.label,
    keywords: action.keywords,
    icon: Zap,
    content: action.label,
    onSelect: () => perform(action),
  });
  const linkTo = (prefix: string, { href, label, id, state }: PaletteTarget): PaletteEntry => ({
    key: href,
    value: `${prefix} ${href}`,
    icon: SquareArrowOutUpRight,
    content: <WithId label={label} id={id} state={state} />,
    onSelect: () => go(href),
  });
  const lookingUp: PaletteEntry = {
    key: "look-up",
    value: "look-up",
    icon: LoaderCircle,
    content: (
      <WithId
        label={awaitedText === text ? paletteResultsTexts.opening : paletteResultsTexts.lookingUp}
        id={id ?? searchText}
      />
    ),
    onSelect: () => setAwaitedText(text),
  };
  const forId = idActions.map((action) => ({
    key: action.id,
    value: `action:${action.id}`,
    icon: Zap,
    content: <WithId label={action.label} id={id ?? ""} />,
    onSelect: () => perform(action, id),
  }));
  const forProxies = (found ?? [])
    .filter(({ kind, exact }) => kind === "proxy" && exact)
    .flatMap((proxy) =>
      offered
        .filter(({ takes }) => takes === "proxy")
        .map((action) => ({
          key: `${action.id} ${proxy.id}`,
          value: `action:${action.id}:${proxy.id}`,
          icon: Zap,
          content: <WithId label={[action.label, proxy.name].filter(Boolean).join(" ")} id={proxy.id} />,
          onSelect: () => perform(action, proxy.id),
        })),
    );
  const search: PaletteEntry = {
    key: "search",
    // Named by the text, so that every text finds it, after what has that name.
    value: paletteResultsTexts.searchLogsFor(text),
    icon: Search,
    content: <WithId label={paletteResultsTexts.searchLogsForLabel} id={searchText} />,
    onSelect: () => go(searchHref),
  };
  const matching = matchingEntries(
    [
      {
        heading: paletteResultsTexts.found,
        isAlwaysShown: true,
        entries: [
          ...(isLookingUp && id !== undefined ? [lookingUp] : []),
          ...named.map((target) => linkTo("target", target)),
          ...forProxies,
          ...(guesses.length === 0 ? forId : []),
        ],
      },
      {
        heading: paletteResultsTexts.notFoundOpenAs,
        isAlwaysShown: true,
        entries: guesses.length === 0 ? [] : [...guesses.map((target) => linkTo("guess", target)), ...forId],
      },
      {
        heading: paletteResultsTexts.containingThisText,
        isAlwaysShown: true,
        entries: containing.map((target) => linkTo("containing", target)),
      },
      {
        heading: paletteResultsTexts.recent,
        entries:
          searchText === ""
            ? recent.flatMap((path) =>
                paletteTargets(path, undefined).named.map((to) => linkTo("recent", to)),
              )
            : [],
      },
      {
        heading: paletteResultsTexts.onThisPage,
        entries: actions.filter(({ everywhere }) => everywhere !== true).map(entryOf),
      },
      {
        heading: paletteResultsTexts.pages,
        entries: palettePages.filter(isShown).map(({ key, label, icon, href, keys, keywords }) => ({
          key,
          value: label,
          keywords,
          icon,
          content: (
            <>
              {label}
              {keys === undefined ? null : (
                <span className="ml-auto flex gap-1 max-sm:hidden">
                  {keys.map((each) => (
                    <Kbd key={each}>{each}</Kbd>
                  ))}
                </span>
              )}
            </>
          ),
          onSelect: () => go(href),
        })),
      },
      {
        heading: paletteResultsTexts.actions,
        entries: [...actions.filter(({ everywhere }) => everywhere), shortcuts].map(entryOf),
      },
      {
        heading: paletteResultsTexts.savedViews,
        entries: (views?.items ?? []).map((view) => ({
          key: view.id,
          value: paletteResultsTexts.view(view.name, view.id),
          icon: Bookmark,
          content: paletteResultsTexts.invocations(view.name),
          onSelect: () => go(savedViewPath(view)),
        })),
      },
      { heading: paletteResultsTexts.search, entries: searchText === "" ? [] : [search] },
    ],
    text,
  );
  // The name of something that is not known here, or a text for the logs: the answer decides.
  const isUnknown = isLookingUp && matching[0]?.entries[0] === search;
  const unknown = isUnknown ? [{ heading: paletteResultsTexts.search, entries: [lookingUp] }] : undefined;
  const opened =
    page === undefined
      ? undefined
      : [{ heading: paletteResultsTexts.found, entries: [linkTo("target", page)] }];
  const groups = opened ?? unknown ?? matching;
  const firstValue = groups[0]?.entries[0]?.value ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another text the first entry is marked again
  useLayoutEffect(() => onMark(firstValue), [text, firstValue, onMark]);
  return groups.map(({ heading, entries }) => (
    <PaletteGroup key={heading} heading={heading} entries={entries} />
  ));
}
