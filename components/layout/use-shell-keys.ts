"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { isInOverlay, isModalOpen, isTyping } from "@/components/ui/typing";
import { paces } from "@/lib/paces";
import { navItems } from "./nav-items.ts";
import { toggleSidebar } from "./sidebar-state.ts";

const hasModifier = (event: KeyboardEvent) => event.metaKey || event.ctrlKey || event.altKey;
const isForPage = ({ target }: KeyboardEvent) => !isTyping(target) && !isInOverlay(target) && !isModalOpen();

/** Shortcuts of the shell, on the document. */
export function useShellKeys({
  openPalette,
  showShortcuts,
}: {
  openPalette: () => void;
  showShortcuts: () => void;
}): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      const command = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (command && key === "k") {
        if (!isModalOpen()) openPalette();
      } else if (command && key === "b") toggleSidebar();
      else if (event.key === "?" && !event.metaKey && !event.ctrlKey && isForPage(event)) showShortcuts();
      else return;
      event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [openPalette, showShortcuts]);
  useGoKeys();
}

/** `g` and the key of a page lead to that page. */
function useGoKeys(): void {
  const router = useRouter();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      clearTimeout(timer);
      timer = undefined;
    };
    const press = (event: KeyboardEvent) => {
      if (event.isComposing || hasModifier(event) || !isForPage(event)) return end();
      if (timer === undefined) {
        if (event.key === "g") timer = setTimeout(end, paces.shown.secondKeyMs);
        return;
      }
      end();
      const page = navItems.find(({ goKey }) => goKey === event.key);
      if (page === undefined) return;
      // What the key does on the page is not meant.
      event.preventDefault();
      event.stopPropagation();
      router.push(page.href);
    };
    document.addEventListener("keydown", press, { capture: true });
    return () => {
      end();
      document.removeEventListener("keydown", press, { capture: true });
    };
  }, [router]);
}
