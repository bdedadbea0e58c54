"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import {
  ArrowRight,
  Bookmark,
  LoaderCircle,
  type LucideIcon,
  Search,
  SquareArrowOutUpRight,
  Zap,
} from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useState } from "react";
import { Kbd } from "@/components/ui/kbd";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { inventoryQueries } from "@/lib/queries/inventory";
import { viewQueries } from "@/lib/queries/views";
import { type PaletteAction, useOfferedActions } from "./palette-actions.tsx";
import { palettePages, savedViewPath } from "./palette-pages.ts";
import { onlyIdIn, type PaletteTarget, paletteTargets } from "./palette-targets.ts";

const shortestSought = 2;
const longestSought = 400;

/** What a text leads to: resources, actions, pages and saved views, in groups. */
export function PaletteResults({
  text,
  onClose,
  onMark,
}: {
  text: string;
  onClose: () => void;
  /** Marks an entry, by its value, as the one that Enter opens. */
  onMark: (value: string) => void;
}) {
  const router = useRouter();
  const searchText = text.trim();
  const isSought = searchText.length >= shortestSought;
  const lookUp = useQuery({
    ...inventoryQueries.found(searchText.slice(0, longestSought)),
    enabled: isSought,
    // A hit shows its state.
    refetchInterval: paces.refresh.listMs,
  });
  const found = lookUp.data?.items ?? (lookUp.error === null ? undefined : []);
  const { named, guesses, containing } = paletteTargets(text, found);
  const { data: views } = useQuery(viewQueries.list());
  const offered = useOfferedActions();
  const actions = offered.filter(({ takes = "nothing" }) => takes === "nothing");
  const id = onlyIdIn(text);
  const idActions = id === undefined ? [] : offered.filter(({ takes }) => takes === "id");

  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const perform = (action: PaletteAction, of = "") => {
    onClose();
    action.run(of);
  };
  // Enter right after a paste: what is found is opened when it is known.
  const isLookingUp = isSought && found === undefined && named.length === 0 && id !== undefined;
  const [awaitedText, setAwaitedText] = useState<string>();
  const first = [...named, ...guesses][0]?.href;
  const firstValue = first && `${named.length > 0 ? "target" : "guess"} ${first}`;
  // It comes after the text, when another entry is marked already.
  useEffect(() => {
    if (firstValue !== undefined) onMark(firstValue);
  }, [firstValue, onMark]);
  useEffect(() => {
    if (awaitedText !== text || isLookingUp || first === undefined) return;
    // Once the entries are drawn: a list that is taken down while they are added fails.
    const frame = requestAnimationFrame(() => {
      onClose();
      router.push(first);
    });
    return () => cancelAnimationFrame(frame);
  }, [awaitedText, text, isLookingUp, first, onClose, router]);
  const linkTo = (prefix: string, { href, label, id, state }: PaletteTarget): Entry => ({
    key: href,
    value: `${prefix} ${href}`,
    icon: SquareArrowOutUpRight,
    content: <WithId label={label} id={id} state={state} />,
    onSelect: () => go(href),
  });
  const lookingUp: Entry = {
    key: "look-up",
    value: "look-up",
    icon: LoaderCircle,
    content: <WithId label={awaitedText === text ? "Opening" : "Looking up"} id={id ?? ""} />,
    onSelect: () => setAwaitedText(text),
  };
  const forId = idActions.map((action) => ({
    key: action.id,
    value: `action ${action.id}`,
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
          value: `action ${action.id} ${proxy.id}`,
          icon: Zap,
          content: <WithId label={[action.label, proxy.name].filter(Boolean).join(" ")} id={proxy.id} />,
          onSelect: () => perform(action, proxy.id),
        })),
    );
  const search: Entry = {
    key: "search",
    // Named by the text, so that every text finds it, after what has that name.
    value: `Search logs for ${text}`,
    icon: Search,
    content: <WithId label="Search logs for" id={searchText} />,
    onSelect: () => go(paths.search({ q: searchText })),
  };
  return (
    <>
      <Group
        heading="Found"
        forceMount
        entries={[
          ...(isLookingUp ? [lookingUp] : []),
          ...named.map((target) => linkTo("target", target)),
          ...forProxies,
          ...(guesses.length === 0 ? forId : []),
        ]}
      />
      <Group
        heading="Not known here. Open it as"
        forceMount
        entries={guesses.length === 0 ? [] : [...guesses.map((target) => linkTo("guess", target)), ...forId]}
      />
      <Group
        heading="Contains the text"
        forceMount
        entries={containing.map((target) => linkTo("containing", target))}
      />
      <Group
        heading="Actions"
        entries={actions.map((action) => ({
          key: action.id,
          value: action.label,
          keywords: action.keywords,
          icon: Zap,
          content: action.label,
          onSelect: () => perform(action),
        }))}
      />
      <Group
        heading="Pages"
        entries={palettePages.map(({ key, label, icon, href, keys }) => ({
          key,
          value: label,
          icon,
          content: (
            <>
              {label}
              {keys === undefined ? null : (
                <span className="ml-auto flex gap-1">
                  {keys.map((each) => (
                    <Kbd key={each}>{each}</Kbd>
                  ))}
                </span>
              )}
            </>
          ),
          onSelect: () => go(href),
        }))}
      />
      <Group
        heading="Saved views"
        entries={(views?.items ?? []).map((view) => ({
          key: view.id,
          value: `View ${view.name} ${view.id}`,
          icon: Bookmark,
          content: <>Invocations: {view.name}</>,
          onSelect: () => go(savedViewPath(view)),
        }))}
      />
      <Group heading="Search" entries={searchText === "" ? [] : [search]} />
    </>
  );
}

interface Entry {
  readonly key: string;
  /** What the typed text is matched with, besides the keywords. */
  readonly value: string;
  readonly keywords?: readonly string[] | undefined;
  readonly icon: LucideIcon;
  readonly content: ReactNode;
  readonly onSelect: () => void;
}

/** Nothing without entries. `forceMount`: shown whether or not they match the text. */
function Group({
  heading,
  entries,
  forceMount = false,
}: {
  heading: string;
  entries: readonly Entry[];
  forceMount?: boolean;
}) {
  if (entries.length === 0) return null;
  return (
    <Command.Group
      heading={heading}
      forceMount={forceMount}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-3"
    >
      {entries.map(({ key, value, keywords, icon: Icon, content, onSelect }) => (
        <Command.Item
          key={key}
          value={value}
          {...(keywords === undefined ? {} : { keywords: [...keywords] })}
          forceMount={forceMount}
          onSelect={onSelect}
          className="group flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-3 select-none data-[selected=true]:bg-selected pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
          <span className="flex min-w-0 flex-1 items-center gap-1.5">{content}</span>
          <ArrowRight
            aria-hidden="true"
            className="invisible size-3.5 text-ink-3 group-data-[selected=true]:visible"
          />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function WithId({ label, id, state }: { label: string; id: string; state?: string | undefined }) {
  return (
    <>
      <span className="max-w-[70%] shrink-0 truncate">{label}</span>{" "}
      <span className="truncate font-mono text-label text-ink-3">{id}</span>
      {state === undefined ? null : " "}
      {state === undefined ? null : <span className="ml-auto shrink-0 text-label text-ink-2">{state}</span>}
    </>
  );
}
