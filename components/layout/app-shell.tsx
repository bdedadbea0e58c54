"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useCallback, useEffect, useState } from "react";
import { prepareFloats } from "@/components/ui/prepare-floats";
import { paces } from "@/lib/paces";
import type { Environment } from "./environment-chip.tsx";
import type { LiveState } from "./live-indicator.tsx";
import type { NavCounts } from "./nav-items.ts";
import type { Operator } from "./operator.ts";
import { PaletteActions } from "./palette-actions.tsx";
import type { RecorderNoteFacts } from "./recorder-note.tsx";
import { Sidebar } from "./sidebar.tsx";
import { toggleSidebar } from "./sidebar-state.ts";
import { TopBar } from "./top-bar.tsx";
import { useRouteFocus } from "./use-route-focus.ts";
import { useShellKeys } from "./use-shell-keys.ts";

// None of these is on the screen at first: their code arrives when first asked for.
const loadPalette = () => import("./command-palette.tsx").then((module) => module.CommandPalette);
const CommandPalette = dynamic(loadPalette);
const ShortcutDialog = dynamic(() => import("./shortcut-dialog.tsx").then((module) => module.ShortcutDialog));
const NavDrawer = dynamic(() => import("./nav-drawer.tsx").then((module) => module.NavDrawer));

type Overlay = "none" | "palette" | "shortcuts" | "pages";

/** The frame around every page behind sign-in. It fetches nothing: who renders it hands in the figures, the state of
 *  the live stream and what signing out means. */
export function AppShell({
  operator,
  environment,
  counts = {},
  live,
  recorder,
  bell,
  onSignOut,
  children,
}: {
  operator: Operator;
  environment: Environment;
  counts?: NavCounts;
  /** Absent until a live stream is wanted: no indicator then. */
  live?: LiveState | undefined;
  /** Absent while the recorder simply records. */
  recorder?: RecorderNoteFacts | undefined;
  /** Stands in the top bar. */
  bell?: ReactNode;
  onSignOut: () => void;
  children: ReactNode;
}) {
  const [overlay, setOverlay] = useState<Overlay>("none");
  const [asked, setAsked] = useState<ReadonlySet<Overlay>>(new Set());
  const show = useCallback((next: Overlay) => {
    setAsked((known) => new Set(known).add(next));
    setOverlay(next);
  }, []);
  useEffect(() => {
    // Fetched before it is asked for: who types at once must not lose the first letters.
    const timer = setTimeout(() => {
      void loadPalette().catch(() => undefined);
      void prepareFloats();
    }, paces.patience.settledPageMs);
    return () => clearTimeout(timer);
  }, []);
  const openPalette = useCallback(() => show("palette"), [show]);
  const openPages = useCallback(() => show("pages"), [show]);
  const showShortcuts = useCallback(() => show("shortcuts"), [show]);
  useShellKeys({ openPalette, toggleSidebar, showShortcuts });
  useRouteFocus();

  return (
    <PaletteActions>
      <div className="flex min-h-dvh">
        <a
          href="#main"
          className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-50 focus:rounded-md focus:bg-ink focus:px-3 focus:py-1.5 focus:text-bg"
        >
          Skip to content
        </a>
        <Sidebar counts={counts} />
        <div className="flex min-w-0 flex-1 flex-col">
          <TopBar
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
        {asked.has("pages") ? (
          <NavDrawer
            counts={counts}
            open={overlay === "pages"}
            onOpenChange={(open) => setOverlay(open ? "pages" : "none")}
          />
        ) : null}
        {asked.has("palette") ? (
          <CommandPalette
            open={overlay === "palette"}
            onOpenChange={(open) => setOverlay(open ? "palette" : "none")}
          />
        ) : null}
        {asked.has("shortcuts") ? (
          <ShortcutDialog
            open={overlay === "shortcuts"}
            onOpenChange={(open) => setOverlay(open ? "shortcuts" : "none")}
          />
        ) : null}
      </div>
    </PaletteActions>
  );
}
