"use client";

import dynamic from "next/dynamic";
import { memo, type ReactNode, useCallback, useEffect, useState } from "react";
import { loadPart } from "@/components/ui/load-part";
import { preloadOverlays } from "@/components/ui/preload-overlays";
import { paces } from "@/lib/paces";
import type { Environment } from "./environment-chip.tsx";
import type { LiveState } from "./live-indicator.tsx";
import type { NavCounts } from "./nav-items.ts";
import type { Operator } from "./operator.ts";
import { PaletteActions } from "./palette-actions.tsx";
import type { RecorderNoteState } from "./recorder-note.tsx";
import { appShellTexts } from "./shell-messages.ts";
import { Sidebar } from "./sidebar.tsx";
import { TopBar } from "./top-bar.tsx";
import { TypedAhead } from "./typed-ahead.ts";
import { useRecentPages } from "./use-recent-pages.ts";
import { useRouteFocus } from "./use-route-focus.ts";
import { useShellKeys } from "./use-shell-keys.ts";

// None of these is visible at first: their code loads on demand. With `ssr: false` each has a Suspense boundary of its
// own; without one the whole page would be hidden until the code has loaded.
const loadPalette = () => import("./command-palette.tsx").then((module) => module.CommandPalette);
const CommandPalette = dynamic(loadPart(loadPalette), { ssr: false });
const ShortcutDialog = dynamic(
  loadPart(() => import("./shortcut-dialog.tsx").then((module) => module.ShortcutDialog)),
  {
    ssr: false,
  },
);
const NavDrawer = dynamic(
  loadPart(() => import("./nav-drawer.tsx").then((module) => module.NavDrawer)),
  {
    ssr: false,
  },
);

/** What is opened or closed over the page does not draw them again. */
const SteadySidebar = memo(Sidebar);
const SteadyTopBar = memo(TopBar);

const noCounts: NavCounts = {};

type Overlay = "none" | "palette" | "shortcuts" | "pages";

/**
 * The frame around every page behind sign-in. It fetches nothing: counts, live state and the sign-out action
 * are props.
 */
export function AppShell({
  operator,
  environment,
  counts = noCounts,
  live,
  recorder,
  bell,
  onSignOut,
  children,
}: {
  operator: Operator;
  environment: Environment;
  counts?: NavCounts;
  /** Absent while no live stream is needed: no indicator is shown then. */
  live?: LiveState | undefined;
  /** Absent while the recorder works normally. */
  recorder?: RecorderNoteState | undefined;
  /** Slot in the top bar. */
  bell?: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [opened, setOpened] = useState<ReadonlySet<Overlay>>(new Set());
  const show = useCallback((next: Overlay) => {
    setOpened((before) => new Set(before).add(next));
    setOverlay(next);
  }, []);
  useEffect(() => {
    // Loaded ahead of use.
    const timer = setTimeout(() => {
      // Mounted while closed: a part that loads when it is shown first is shown some 300 ms late.
      loadPalette().then(
        () => setOpened((before) => new Set(before).add("palette")),
        () => undefined,
      );
      void preloadOverlays();
    }, paces.deadlines.settledPageMs);
    return () => clearTimeout(timer);
  }, []);
  const [typedAhead] = useState(() => new TypedAhead());
  useEffect(() => () => void typedAhead.take(), [typedAhead]);
  const showPalette = useCallback(
    // Closed by the focus that goes to what it has opened, it does not close that.
    (open: boolean) => setOverlay((now) => (open ? "palette" : now === "palette" ? "none" : now)),
    [],
  );
  const isPaletteOpen = overlay === "palette";
  const openPalette = useCallback(() => {
    if (!isPaletteOpen) typedAhead.begin(() => showPalette(false));
    show("palette");
  }, [isPaletteOpen, typedAhead, show, showPalette]);
  const openPages = useCallback(() => show("pages"), [show]);
  const showShortcuts = useCallback(() => show("shortcuts"), [show]);
  const recent = useRecentPages();
  useShellKeys({ openPalette, showShortcuts });
  useRouteFocus();

  return (
    <PaletteActions>
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink focus:px-3 focus:py-1.5 focus:text-bg"
        >
          {appShellTexts.skipToContent}
        </a>
        <SteadySidebar counts={counts} />
        <div className="flex min-w-0 flex-1 flex-col">
          <SteadyTopBar
            operator={operator}
            environment={environment}
            live={live}
            recorder={recorder}
            bell={bell}
            onOpenPages={openPages}
            onOpenPalette={openPalette}
            onShowShortcuts={showShortcuts}
            onSignOut={onSignOut}
          />
          <main id="main" tabIndex={-1} data-page="" className="flex min-w-0 flex-1 flex-col outline-none">
            {children}
          </main>
        </div>
        {opened.has("pages") ? (
          <NavDrawer
            counts={counts}
            open={overlay === "pages"}
            onOpenChange={(open) => setOverlay(open ? "pages" : "none")}
          />
        ) : null}
        {opened.has("palette") ? (
          <CommandPalette
            open={isPaletteOpen}
            onOpenChange={showPalette}
            typedAhead={typedAhead}
            recent={recent}
            onShowShortcuts={showShortcuts}
          />
        ) : null}
        {opened.has("shortcuts") ? (
          <ShortcutDialog
            open={overlay === "shortcuts"}
            onOpenChange={(open) => setOverlay(open ? "shortcuts" : "none")}
          />
        ) : null}
      </div>
    </PaletteActions>
  );
}
