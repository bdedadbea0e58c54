"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { retryLoad } from "./retry-load.ts";
import type { Notice } from "./toast-view.tsx";
import { useLatched } from "./use-latched.ts";

const listeners = new Set<() => void>();
/** Notices that wait for the view that displays them. */
let waiting: readonly Notice[] = [];

function setWaiting(notices: readonly Notice[]): void {
  waiting = notices;
  for (const listener of listeners) listener();
}

const push = (tone: Notice["tone"]) => (title: string, detail?: string) =>
  setWaiting([...waiting, { tone, title, detail }]);

/** Short notices about the operator's actions. Never the only place where a failure is shown. */
export const notify = { done: push("success"), failed: push("error"), note: push("info") } as const;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly Notice[] = [];

/** Returns and removes the waiting notices. */
function takeNotices(): readonly Notice[] {
  const taken = waiting;
  if (taken.length > 0) setWaiting(none);
  return taken;
}

const loadView = () => import("./toast-view.tsx").then((module) => module.ToastView);
const ToastView = dynamic(() => retryLoad(loadView), { ssr: false });

/** Fetches what displays notices: they may be about the network. */
export const preloadToasts = () => retryLoad(loadView);

/** Where notices appear. The code that displays them loads with the first one. */
export function Toaster() {
  const notices = useSyncExternalStore(
    subscribe,
    () => waiting,
    () => none,
  );
  const wanted = useLatched(notices.length > 0);
  return wanted ? <ToastView waiting={notices} take={takeNotices} /> : null;
}
