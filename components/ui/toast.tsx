"use client";

import dynamic from "next/dynamic";
import { useSyncExternalStore } from "react";
import { actFailureMessage, readFailure } from "@/lib/format/error-message";
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

const failed = push("error");

/** Short notices about the operator's actions. */
export const notify = {
  done: push("success"),
  failed,
  note: push("info"),
  /** Reports an act that threw. `title`: what it did not do; a question where it may have. */
  notDone: (title: string, thrown: unknown) =>
    failed(readFailure(thrown).isOutcomeUnknown ? `${title}?` : title, actFailureMessage(thrown)),
} as const;

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
