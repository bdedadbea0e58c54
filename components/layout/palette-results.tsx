"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowRight, type LucideIcon, Search, SquareArrowOutUpRight, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { paths } from "@/lib/paths";
import { inventoryQueries } from "@/lib/queries/inventory";
import { navItems } from "./nav-items.ts";
import { type PaletteAction, useOfferedActions } from "./palette-actions.tsx";
import { type PaletteTarget, paletteTargets, recordedResourceTargets } from "./palette-targets.ts";

const shortestSought = 2;

/** What a text leads to: resources, actions and pages, in groups. */
export function PaletteResults({ text, onClose }: { text: string; onClose: () => void }) {
  const router = useRouter();
  const searchText = text.trim();
  const { data: known } = useQuery({
    ...inventoryQueries.search(searchText.slice(0, 200)),
    enabled: searchText.length >= shortestSought,
  });
  const targets = paletteTargets(text);
  const recorded = recordedResourceTargets(known?.items ?? [], targets);
  const offered = useOfferedActions();
  const actions = offered.filter(({ takes }) => takes !== "id");
  const [id = "", ...otherIds] = new Set(targets.map((target) => target.id));
  const idActions = id === "" || otherIds.length > 0 ? [] : offered.filter(({ takes }) => takes === "id");

  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  const perform = (action: PaletteAction) => {
    onClose();
    action.run(action.takes === "id" ? id : "");
  };
  const linkTo = (prefix: string, { href, label, id }: PaletteTarget, idLook = ""): Entry => ({
    key: href,
    value: `${prefix} ${href}`,
    icon: SquareArrowOutUpRight,
    content: <WithId label={label} id={id} look={idLook} />,
    onSelect: () => go(href),
  });
  const pasted: readonly Entry[] = [
    ...targets.map((target) => linkTo("target", target)),
    ...idActions.map((action) => ({
      key: action.id,
      value: `action ${action.id}`,
      icon: Zap,
      content: <WithId label={action.label} id={id} />,
      onSelect: () => perform(action),
    })),
  ];
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
      <Group heading="From what you pasted" forceMount entries={pasted} />
      <Group
        heading="Remembered"
        forceMount
        entries={recorded.map((target) => linkTo("remembered", target, "text-ink-3"))}
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
        entries={navItems.map(({ key, label, icon, href }) => ({
          key,
          value: label,
          icon,
          content: label,
          onSelect: () => go(href),
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

function WithId({ label, id, look = "" }: { label: string; id: string; look?: string }) {
  return (
    <>
      {label} <span className={`truncate font-mono text-label ${look}`}>{id}</span>
    </>
  );
}
