"use client";

import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import { notify } from "@/components/ui/toast";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import { searchKeysTexts } from "./search-messages.ts";

const foundLinks = () => [...document.querySelectorAll<HTMLAnchorElement>("a[data-found]")];

/** j and k go to the next and previous match, c copies its link, / goes to the field; Enter opens a focused match. */
export function useSearchKeys(field: RefObject<HTMLInputElement | null>): void {
  /** The match that had the focus last. */
  const last = useRef<string>(undefined);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.metaKey || event.ctrlKey || event.altKey) return;
    if (isTyping(event.target) || isInOverlay(event.target)) return;
    if (event.key === "/") field.current?.select();
    else if (event.key === "j") goTo(1);
    else if (event.key === "k") goTo(-1);
    else if (event.key === "c") void copyLink(event.target);
    else return;
    event.preventDefault();
  });
  const goTo = (by: 1 | -1) => {
    const links = foundLinks();
    const at = links.findIndex((link) => link.dataset.found === last.current);
    const next = links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))];
    if (next === undefined) return;
    last.current = next.dataset.found;
    next.focus();
    next.scrollIntoView({ block: "nearest" });
  };
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => press(event);
    const focused = ({ target }: FocusEvent) => {
      const found = target instanceof HTMLElement ? target.dataset.found : undefined;
      if (found !== undefined) last.current = found;
    };
    document.addEventListener("keydown", pressed);
    document.addEventListener("focusin", focused);
    return () => {
      document.removeEventListener("keydown", pressed);
      document.removeEventListener("focusin", focused);
    };
  }, []);
}

async function copyLink(target: EventTarget | null): Promise<void> {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[data-found]") : null;
  if (link === null) return notify.note(searchKeysTexts.noMatchSelected, searchKeysTexts.selectOneFirst);
  try {
    await navigator.clipboard.writeText(link.href);
    notify.done(searchKeysTexts.copiedLinkToMatch);
  } catch {
    notify.failed(searchKeysTexts.notCopied, searchKeysTexts.clipboardRefused);
  }
}
