"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import { useTitlePrefix } from "@/components/layout/use-title-prefix";
import { notify } from "@/components/ui/toast";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { playTones, readySound, showNotification } from "./alerts.ts";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { newlyEnded, type Pin, unseenEnds } from "./watch-list.ts";
import { endAlertsTexts } from "./watched-invocation-messages.ts";

const nameOf = ({ action_name: action, id }: Pin): string =>
  `${action ?? endAlertsTexts.invocation} ${shortId(id)}`;
const stateText = ({ gone, status }: Pin): string => (gone ? endAlertsTexts.isGone : (status ?? "ended"));

/** Announces the end of each watched invocation: in the title and a toast of every tab; by sound and
 *  notification, where enabled, in one tab only. */
export function useEndAlerts(): void {
  const store = useWatchStore();
  const list = useWatchList();
  const router = useRouter();
  const before = useRef(list);

  useEffect(() => {
    const over = newlyEnded(before.current, list);
    before.current = list;
    for (const pin of over) {
      const good = pin.status === "succeeded" && !pin.gone;
      const title = `${nameOf(pin)} ${stateText(pin)}`;
      const detail = pin.gone ? endAlertsTexts.noLongerKnown : pin.status_reason || undefined;
      notify[good ? "done" : "failed"](title, detail);
      void store.claim(pin.id).then((claimed) => {
        if (!claimed) return;
        if (list.sound) playTones(good ? "up" : "down");
        const open = () => router.push(paths.invocation(pin.id));
        if (list.notify) showNotification(title, detail ?? "", pin.id, open);
      });
    }
  }, [list, store, router]);

  // After a reload the browser blocks sound until the first user gesture.
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

  const count = unseenEnds(list).length;
  useTitlePrefix("watch", count === 0 ? undefined : endAlertsTexts.watchedEnded(count));
}
