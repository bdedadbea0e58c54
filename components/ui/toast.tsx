"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { hasNotices, type Notice, pushNotice, subscribeToNotices } from "./notices.ts";

/** Short notes about something the operator did. Never the only place where a failure is shown. */
export const notify = {
  done: (title: string, detail?: string) => pushNotice(notice("done", title, detail)),
  failed: (title: string, detail?: string) => pushNotice(notice("failed", title, detail)),
  note: (title: string, detail?: string) => pushNotice(notice("note", title, detail)),
} as const;

function notice(tone: Notice["tone"], title: string, detail: string | undefined): Notice {
  return { tone, title, detail };
}

const ToastView = dynamic(() => import("./toast-view.tsx").then((module) => module.ToastView), {
  ssr: false,
});

/** Where notices appear. The code that draws them arrives with the first one. */
export function Toaster() {
  const wanted = useSyncExternalStore(subscribeToNotices, hasNotices, () => false);
  return wanted ? <ToastView /> : null;
}
