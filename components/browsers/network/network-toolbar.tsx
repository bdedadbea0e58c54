"use client";

import clsx from "clsx";
import { Ellipsis, ListFilter, Search, X } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { ClosePane, StateText } from "@/components/log-pane/log-toolbar";
import { formatPaneState } from "@/components/log-pane/row-messages";
import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import { Button, IconButton } from "@/components/ui/button";
import { Input } from "@/components/ui/input";
import { Menu, MenuCheckboxItem, MenuItem, MenuSeparator } from "@/components/ui/menu";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { formatCount, formatOutOf } from "@/lib/format/numbers";
import type { FeedState } from "@/lib/live/log-feed";
import { networkToolbarTexts } from "./network-messages.ts";
import type { RequestFilter } from "./request-filter.ts";

/** Title, state, filters and export of the requests. */
export function NetworkToolbar({
  title,
  subtitle,
  state,
  following,
  counts: { shown, all, failed },
  filter,
  types,
  find,
  onFilter,
  onExport,
  formatTime,
  menu,
  onClose,
  children,
}: {
  title: string;
  subtitle: ReactNode;
  state: FeedState;
  following: boolean;
  counts: { readonly shown: number; readonly all: number; readonly failed: number };
  filter: RequestFilter;
  types: readonly (readonly [string, number])[];
  find: { readonly isOpen: boolean; readonly toggle: () => void };
  onFilter: (filter: RequestFilter) => void;
  onExport: () => void;
  formatTime: FormatLogTime;
  /** Additional items of the menu. */
  menu?: ReactNode;
  /** Absent: the pane stays. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
}) {
  const count = shown === all ? formatCount(all) : formatOutOf(shown, all);
  return (
    <header className="@container border-b border-line">
      <div className="flex min-h-9 flex-wrap items-center gap-x-2 pr-2 pl-3 @md:gap-x-3">
        <div className="flex min-w-0 flex-1 basis-24 items-baseline gap-2">
          <h3 className="truncate text-label font-semibold">{title}</h3>
          <span className="shrink-0 text-label text-ink-3 tabular-nums">{count}</span>
          <span className="shrink-0 text-label text-ink-3">{subtitle}</span>
        </div>
        <StateText state={formatPaneState(state, following, formatTime)} />
        {children}
        <span className="-ml-1 flex items-center py-1.5">
          <IconButton
            label={networkToolbarTexts.findWithKeys}
            size="icon-sm"
            aria-pressed={find.isOpen}
            className={clsx("pointer-coarse:size-8", find.isOpen && "bg-selected text-ink")}
            onClick={find.toggle}
          >
            <Search />
          </IconButton>
          <Button
            size="sm"
            variant="ghost"
            aria-pressed={filter.failedOnly}
            className={clsx("px-1.5! pointer-coarse:h-8", filter.failedOnly && "bg-selected! text-ink!")}
            onClick={() => onFilter({ ...filter, failedOnly: !filter.failedOnly })}
          >
            <StatusGlyph glyph="cross" className={clsx("size-2!", failed > 0 && "text-bad")} />
            <span className="@max-md:sr-only">{networkToolbarTexts.failed}</span> {formatCount(failed)}
          </Button>
          <TypesMenu types={types} filter={filter} onFilter={onFilter} />
          <Menu
            trigger={
              <IconButton label={networkToolbarTexts.more} size="icon-sm" className="pointer-coarse:size-8">
                <Ellipsis />
              </IconButton>
            }
          >
            <MenuItem disabled={shown === 0} onSelect={onExport}>
              {networkToolbarTexts.exportHarOf(formatCount(shown), shown)}
            </MenuItem>
            {menu}
          </Menu>
          {onClose === undefined ? null : <ClosePane title={title} onClose={onClose} />}
        </span>
      </div>
    </header>
  );
}

function TypesMenu({
  types,
  filter,
  onFilter,
}: {
  types: readonly (readonly [string, number])[];
  filter: RequestFilter;
  onFilter: (filter: RequestFilter) => void;
}) {
  const { hiddenTypes } = filter;
  const shown = types.filter(([type]) => !hiddenTypes.has(type)).length;
  const isFiltered = hiddenTypes.size > 0;
  const toggle = (type: string) => {
    const next = new Set(hiddenTypes);
    if (!next.delete(type)) next.add(type);
    onFilter({ ...filter, hiddenTypes: next });
  };
  return (
    <Menu
      trigger={
        <Button
          size="sm"
          variant="ghost"
          aria-label={
            isFiltered
              ? networkToolbarTexts.typesOf({ shown, count: types.length })
              : networkToolbarTexts.allTypes
          }
          className={clsx("pointer-coarse:h-8", isFiltered ? "bg-selected! text-ink!" : "px-1.5!")}
        >
          <ListFilter />
          <span className="hidden @lg:inline">
            {isFiltered ? networkToolbarTexts.types : networkToolbarTexts.allTypes}
          </span>
          {isFiltered ? <span className="text-ink-2">{shown}</span> : null}
        </Button>
      }
    >
      {types.map(([type, count]) => (
        <MenuCheckboxItem
          key={type}
          checked={!hiddenTypes.has(type)}
          onCheckedChange={() => toggle(type)}
          onSelect={(event) => event.preventDefault()}
        >
          <span className="flex-1">{type === "" ? networkToolbarTexts.unknown : type}</span>
          <span className="pl-4 text-label text-ink-3">{formatCount(count)}</span>
        </MenuCheckboxItem>
      ))}
      {types.length === 0 ? (
        <MenuItem disabled>{networkToolbarTexts.noRequestsYet}</MenuItem>
      ) : (
        <MenuSeparator />
      )}
      <MenuItem disabled={!isFiltered} onSelect={() => onFilter({ ...filter, hiddenTypes: new Set() })}>
        {networkToolbarTexts.allTypes}
      </MenuItem>
    </Menu>
  );
}

/** The input that filters by address. */
export function NetworkFind({
  input,
  text,
  onText,
  onClose,
}: {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}) {
  return (
    <search className="flex min-w-0 items-center gap-1 border-b border-line bg-sunk px-2 py-1">
      <Input
        ref={input}
        mono
        aria-label={networkToolbarTexts.findInAddresses}
        placeholder={networkToolbarTexts.partOfTheAddress}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        className="h-6! min-w-32 flex-1"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <IconButton label={networkToolbarTexts.closeFindEsc} size="icon-sm" onClick={onClose}>
        <X />
      </IconButton>
    </search>
  );
}
