"use client";

import { Eye } from "lucide-react";
import { Button } from "@/components/ui/button";
import type { Invocation } from "@/lib/contract/invocations";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { unwatch, watch, watchAtMost } from "./watch-list.ts";

/** Puts a run into the watch tray, or takes it out. */
export function WatchButton({ run, size = "md" }: { run: Invocation; size?: "sm" | "md" }) {
  const store = useWatchStore();
  const { pins } = useWatchList();
  const watched = pins.some(({ id }) => id === run.id);
  const over = run.status === "succeeded" || run.status === "failed";
  const whyNot = watched
    ? undefined
    : over
      ? "This run is over: nothing more will happen to it."
      : pins.length >= watchAtMost
        ? `${watchAtMost} runs are watched already. Take one out first.`
        : undefined;
  return (
    <Button
      size={size}
      aria-pressed={watched}
      disabledReason={whyNot}
      onClick={() => store.change((list) => (watched ? unwatch(list, run.id) : watch(list, run)))}
    >
      <Eye aria-hidden="true" className={watched ? "text-accent" : undefined} />
      {watched ? "Watching" : "Watch"}
    </Button>
  );
}
