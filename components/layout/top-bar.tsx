"use client";

import { Menu, Search } from "lucide-react";
import { memo, type ReactNode } from "react";
import { IconButton } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Account } from "./account.tsx";
import { type Environment, EnvironmentChip } from "./environment-chip.tsx";
import { LiveIndicator, type LiveState } from "./live-indicator.tsx";
import type { Operator } from "./operator.ts";
import { RecorderNote, type RecorderNoteState } from "./recorder-note.tsx";
import { topBarTexts } from "./shell-messages.ts";
import { ThemeSwitch } from "./theme-switch.tsx";
import { ZoneSwitch } from "./zone-switch.tsx";

/** Every frame of the live stream draws the bar, but not its menus. */
const [SteadyZone, SteadyTheme, SteadyAccount] = [memo(ZoneSwitch), memo(ThemeSwitch), memo(Account)];

export function TopBar({
  operator,
  environment,
  live,
  recorder,
  bell,
  onOpenPages,
  onOpenPalette,
  onShowShortcuts,
  onSignOut,
}: {
  operator: Operator;
  environment: Environment;
  live: LiveState | undefined;
  recorder?: RecorderNoteState | undefined;
  /** Slot for the alert bell. */
  bell?: ReactNode;
  onOpenPages: () => void;
  onOpenPalette: () => void;
  onShowShortcuts: () => void;
  onSignOut: () => void;
}) {
  // One cause, one statement: the indicator already says that the API fails.
  const isSaid = recorder?.isByApi === true && live?.state === "upstream_failing";
  return (
    <header className="sticky top-0 z-20 flex h-12 shrink-0 items-center gap-3 border-b border-line bg-bg px-4 sm:px-5 print:static">
      <IconButton label={topBarTexts.pages} className="-ml-2 md:hidden" onClick={onOpenPages}>
        <Menu />
      </IconButton>
      <EnvironmentChip environment={environment} />
      <button
        type="button"
        onClick={onOpenPalette}
        className="flex h-8 w-[300px] min-w-0 shrink items-center justify-between gap-3 rounded-md border border-line bg-raised px-2.5 text-ink-3 hover:border-line-strong max-md:hidden"
      >
        <span className="truncate">{topBarTexts.goToIdPageOrAction}</span>
        <Kbd>⌘K</Kbd>
      </button>
      <span className="flex-1" />
      {recorder === undefined || isSaid ? null : <RecorderNote note={recorder} />}
      {live === undefined ? null : <LiveIndicator live={live} />}
      <IconButton label={topBarTexts.goToIdPageOrAction} className="md:hidden" onClick={onOpenPalette}>
        <Search />
      </IconButton>
      <span className="-mr-2 flex items-center">
        {bell}
        <span className="flex items-center max-md:hidden">
          <SteadyZone />
          <SteadyTheme />
        </span>
        <SteadyAccount operator={operator} onSignOut={onSignOut} onShowShortcuts={onShowShortcuts} />
      </span>
    </header>
  );
}
