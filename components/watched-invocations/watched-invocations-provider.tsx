"use client";

import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { loadPart } from "@/components/ui/load-part";
import { without } from "@/components/ui/without";
import { useWatchList, WatchContext } from "./watch-context.ts";
import { WatchStore } from "./watch-store.ts";

// Most operators watch nothing most of the time: the tray's code loads with the first watched invocation.
const WatchTray = dynamic(
  loadPart(() => import("./watch-tray.tsx").then((module) => module.WatchTray)),
  {
    ssr: false,
  },
);
// Counts only while the tab is hidden.
const LazyHiddenFailuresNote = dynamic(
  () => import("./hidden-failures-note.tsx").then((module) => module.HiddenFailuresNote, without),
  {
    ssr: false,
  },
);

/** Wraps every signed-in page: the operator's watch list, its tray, and the count of failures while the
 *  tab is hidden. */
export function WatchedInvocationsProvider({
  operator,
  children,
}: {
  operator: string;
  children: ReactNode;
}) {
  const [store] = useState(() => new WatchStore(operator));
  return (
    <WatchContext value={store}>
      {children}
      <Tray />
      <LazyHiddenFailuresNote />
    </WatchContext>
  );
}

function Tray() {
  return useWatchList().pins.length === 0 ? null : <WatchTray />;
}
