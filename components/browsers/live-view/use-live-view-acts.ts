"use client";

import { usePaletteActions } from "@/components/layout/palette-actions";
import { liveViewActsTexts } from "./live-view-messages.ts";
import type { useFloat } from "./use-float.ts";
import type { LiveViewState } from "./use-live-view.ts";

/** What changes both the live view and its place; offered in the palette, too. */
export function useLiveViewActs({
  live,
  place,
  onUnfold,
}: {
  live: LiveViewState;
  place: ReturnType<typeof useFloat>;
  onUnfold: () => void;
}) {
  const open = () => {
    onUnfold();
    void live.show(false);
  };
  const putBack = () => {
    onUnfold();
    place.dock();
  };
  const leave = () => {
    place.dock();
    live.close();
  };
  const whileShown = [
    place.box === undefined
      ? { id: "float-live-view", label: liveViewActsTexts.floatLiveViewOverLogs, run: place.float }
      : { id: "dock-live-view", label: liveViewActsTexts.dockLiveView, run: putBack },
    { id: "close-live-view", label: liveViewActsTexts.closeLiveView, run: leave },
  ];
  const opening =
    live.blocked === undefined
      ? [{ id: "open-live-view", label: liveViewActsTexts.watchLive, run: open }]
      : [];
  usePaletteActions(live.view === undefined ? opening : whileShown);
  return { putBack, leave };
}
