"use client";

import { Eye } from "lucide-react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { isForgotten } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { pinnedLimit, unwatch, watch } from "./watch-list.ts";
import { watchButtonTexts } from "./watched-invocation-messages.ts";

/** Adds an invocation to the watch tray or removes it. */
export function WatchButton({ invocation, size = "md" }: { invocation: Invocation; size?: "sm" | "md" }) {
  const store = useWatchStore();
  const { pins } = useWatchList();
  const watched = pins.some(({ id }) => id === invocation.id);
  const over = invocation.status === "succeeded" || invocation.status === "failed";
  const whyNot = watched
    ? undefined
    : over
      ? watchButtonTexts.thisInvocationHasEnded
      : isForgotten(invocation)
        ? watchButtonTexts.noLongerKnown
        : pins.length >= pinnedLimit
          ? watchButtonTexts.tooManyWatched(pinnedLimit)
          : undefined;
  const toggle = () =>
    store.change((list) => (watched ? unwatch(list, invocation.id) : watch(list, invocation)));
  usePaletteAct(
    "watch-invocation",
    watched ? watchButtonTexts.stopWatching : watchButtonTexts.watchInvocation,
    toggle,
    whyNot,
  );
  return (
    <Button size={size} aria-pressed={watched} disabledReason={whyNot} onClick={toggle}>
      <Eye aria-hidden="true" className={watched ? "text-accent" : undefined} />
      {watched ? watchButtonTexts.watching : watchButtonTexts.watch}
    </Button>
  );
}
