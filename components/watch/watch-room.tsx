"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { without } from "@/components/ui/without";
import { useWatchList, WatchContext } from "./watch-context.ts";
import { WatchStore } from "./watch-store.ts";

// Most operators watch nothing most of the time: following and drawing arrive with the first run.
const WatchTray = dynamic(() => import("./watch-tray.tsx").then((module) => module.WatchTray), {
  ssr: false,
});
// Counts only while nobody looks.
const FailuresAway = dynamic(
  () => import("./failures-away-note.tsx").then((module) => module.FailuresAwayNote, without),
  {
    ssr: false,
  },
);

/** Around every page behind sign-in: what this operator watches, the tray of it, and the failures while away. */
export function WatchRoom({ operator, children }: { operator: string; children: ReactNode }) {
  const [store] = useState(() => new WatchStore(operator));
  return (
    <WatchContext value={store}>
      {children}
      <Tray />
      <FailuresAway />
    </WatchContext>
  );
}

function Tray() {
  return useWatchList().pins.length === 0 ? null : <WatchTray />;
}
