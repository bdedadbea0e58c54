"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTitleNote } from "@/components/layout/title-note";
import { notify } from "@/components/ui/toast";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { playTones, readySound, showNotification } from "./alerts.ts";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { flipped, type Pin, unseen } from "./watch-list.ts";

const nameOf = ({ action_name: action, id }: Pin): string => `${action ?? "Run"} ${shortId(id)}`;
const wordOf = ({ gone, status }: Pin): string => (gone ? "is gone" : (status ?? "is over"));

/** Tells of every watched run that comes to its end: in the title and a toast of each tab; by a sound and a
 *  notification, where switched on, once for all tabs. */
export function useFlips(): void {
  const store = useWatchStore();
  const list = useWatchList();
  const router = useRouter();
  const before = useRef(list);

  useEffect(() => {
    const over = flipped(before.current, list);
    before.current = list;
    for (const pin of over) {
      const good = pin.status === "succeeded" && !pin.gone;
      const title = `${nameOf(pin)} ${wordOf(pin)}`;
      const detail = pin.gone ? "The API no longer knows this run." : pin.status_reason || undefined;
      notify[good ? "done" : "failed"](title, detail);
      void store.claim(pin.id).then((mine) => {
        if (!mine) return;
        if (list.sound) playTones(good ? "up" : "down");
        const open = () => router.push(paths.invocation(pin.id));
        if (list.notify) showNotification(title, detail ?? "", pin.id, open);
      });
    }
  }, [list, store, router]);

  // After a reload the browser wants the page touched once before it plays anything.
  useEffect(() => {
    if (!list.sound) return;
    const touch = () => void readySound();
    document.addEventListener("pointerdown", touch, { once: true });
    document.addEventListener("keydown", touch, { once: true });
    return () => {
      document.removeEventListener("pointerdown", touch);
      document.removeEventListener("keydown", touch);
    };
  }, [list.sound]);

  const count = unseen(list).length;
  useTitleNote("watch", count === 0 ? undefined : `${count} watched ${count === 1 ? "run" : "runs"} over`);
}
