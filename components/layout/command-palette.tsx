"use client";

import { Command } from "cmdk";
import { Dialog } from "radix-ui";
import {
  Activity,
  type ClipboardEvent,
  type KeyboardEvent,
  memo,
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from "react";
import { createPortal, flushSync } from "react-dom";
import { scrimClass } from "@/components/ui/dialog-class";
import { Kbd } from "@/components/ui/kbd";
import { useReturnFocus } from "@/components/ui/return-focus";
import { useEarlyEscape } from "@/components/ui/use-early-escape";
import { pastedText } from "@/lib/format/pasted-target";
import { commandPaletteTexts } from "./layout-on-demand-messages.ts";
import { type PaletteAction, useOfferedActions } from "./palette-actions.tsx";
import { pageAtAddress } from "./palette-address.ts";
import { PaletteResults } from "./palette-results.tsx";
import type { TypedAhead } from "./typed-ahead.ts";

const maxShownLength = 400;
const entryKeys: ReadonlySet<string> = new Set(["Enter", "ArrowUp", "ArrowDown", "Home", "End"]);
/** While a letter is drawn the list is not. */
const Results = memo(PaletteResults);

const notDrawn = { open: false, closings: 0 };

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** What is typed before the field has the focus. */
  typedAhead: TypedAhead;
  /** Paths of what was open last, newest first. */
  recent: readonly string[];
  onShowShortcuts: () => void;
}

/**
 * Finds pages, actions and resources by name, or by any pasted id, URL or error body. Signed tokens are
 * removed from pasted text before it is displayed.
 *
 * Drawn ahead while it is closed: a browser that first reads its code and makes its elements shows it some frames late.
 */
export function CommandPalette({ open, onOpenChange, ...others }: CommandPaletteProps) {
  /** With the number of closings: each opening begins without text. */
  const [wanted, setWanted] = useState({ open, closings: 0 });
  if (wanted.open !== open) setWanted(({ closings }) => ({ open, closings: open ? closings : closings + 1 }));
  // Drawn and taken down when no key waits. What is typed before the field is there is received with the focus.
  const drawn = useDeferredValue(wanted, notDrawn);
  const offered = useOfferedActions();
  return createPortal(
    // Closed, it is out of sight at once.
    <div hidden={!open}>
      <Activity mode={drawn.open ? "visible" : "hidden"}>
        <Frame key={drawn.closings} offered={offered} onOpenChange={onOpenChange} {...others} />
      </Activity>
    </div>,
    document.body,
  );
}

/** Whether it is shown does not draw it again: the key that closes it waits for that. */
const Frame = memo(function Frame({
  onOpenChange,
  ...others
}: Omit<CommandPaletteProps, "open"> & { offered: readonly PaletteAction[] }) {
  const focus = useReturnFocus();
  const close = useCallback(() => onOpenChange(false), [onOpenChange]);
  const listenToEscape = useEarlyEscape(close);
  return (
    // A modal of Radix makes the page behind inert with styles that all its elements inherit: two recalculations of the
    // whole page, each of several frames on a slow machine. The scrim covers the page as well, and Tab has nowhere to go.
    <Dialog.Root open onOpenChange={onOpenChange} modal={false}>
      <div aria-hidden="true" data-state="open" className={scrimClass} />
      <Dialog.Content
        aria-modal="true"
        aria-describedby={undefined}
        onKeyDown={keepFocus}
        onOpenAutoFocus={(event) => {
          focus.onOpen(event);
          listenToEscape();
          focusField(event);
        }}
        onCloseAutoFocus={focus.onClose}
        className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float animate-enter"
      >
        <Dialog.Title className="sr-only">{commandPaletteTexts.goToIdPageOrAction}</Dialog.Title>
        <PaletteSearch {...others} onClose={close} />
      </Dialog.Content>
    </Dialog.Root>
  );
});

/** Without a look at each element, in case that it takes the focus. */
function focusField(event: Event): void {
  const field = event.target instanceof Element ? event.target.querySelector("input") : null;
  field?.focus({ preventScroll: true });
  event.preventDefault();
}

/** The text is the only field. */
function keepFocus(event: KeyboardEvent): void {
  if (event.key === "Tab") event.preventDefault();
}

/** The text and what it leads to. */
function PaletteSearch({
  typedAhead,
  recent,
  offered,
  onShowShortcuts,
  onClose,
}: Omit<CommandPaletteProps, "open" | "onOpenChange"> & {
  offered: readonly PaletteAction[];
  onClose: () => void;
}) {
  const [text, setText] = useState("");
  /** The text that the list is of: it follows the field and its letters as soon as there is time. */
  const [listed, setListed] = useState("");
  /** The list follows the frame and the field, once these are painted. */
  const [isListShown, setListShown] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => startTransition(() => setListShown(true)));
    return () => cancelAnimationFrame(frame);
  }, []);
  const [marked, setMarked] = useState("");
  const write = (next: string) => {
    setText(next);
    startTransition(() => setListed(next));
  };
  const field = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const mark = useCallback((value: string) => {
    setMarked(value);
    list.current?.scrollTo({ top: 0 });
  }, []);
  // What opens or marks an entry is about the text that was typed before.
  const catchUp = ({ key }: KeyboardEvent) => {
    if (!entryKeys.has(key)) return;
    flushSync(() => {
      setListed(text);
      setListShown(true);
    });
  };
  const addPasted = (pasted: string) => {
    const address = text === "" ? pageAtAddress(pasted) : undefined;
    const clean = pastedText(pasted).replaceAll(/\s+/g, " ");
    write(address?.href ?? (text + clean).slice(0, maxShownLength));
  };
  const receiveTyped = () => {
    const typed = typedAhead.take();
    if (typed.isPasted) addPasted(typed.text);
    else if (typed.text !== "") write(typed.text);
  };
  const receiveAgain = useEffectEvent(() => {
    if (document.activeElement === field.current) receiveTyped();
  });
  // Opened again before it has lost the focus, the field does not receive it.
  useEffect(() => receiveAgain(), []);
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    addPasted(event.clipboardData.getData("text"));
  };
  return (
    <>
      <Command
        label={commandPaletteTexts.goToIdPageOrAction}
        loop
        // Control K opens the palette, also while it closes.
        vimBindings={false}
        shouldFilter={false}
        value={marked}
        onValueChange={setMarked}
        onKeyDown={catchUp}
      >
        {/* It does not get the text: it would mark an entry some time after each letter. */}
        <Command.Input asChild value="" onValueChange={write} onPaste={paste} onFocus={receiveTyped}>
          <input
            ref={field}
            value={text}
            placeholder={commandPaletteTexts.goToIdPageOrAction}
            className="h-11 w-full border-b border-line bg-transparent px-4 text-lead outline-none pointer-coarse:text-[16px]"
          />
        </Command.Input>
        <Command.List ref={list} className="max-h-[50vh] scroll-py-1 overflow-y-auto p-1">
          <Activity mode={isListShown ? "visible" : "hidden"}>
            <Results
              text={listed}
              recent={recent}
              offered={offered}
              onClose={onClose}
              onMark={mark}
              onShowShortcuts={onShowShortcuts}
            />
          </Activity>
        </Command.List>
      </Command>
      <p className="flex items-center gap-3 border-t border-line px-4 py-2 text-caption text-ink-3 max-sm:hidden">
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd>
          {commandPaletteTexts.choose}
        </span>
        <span>
          <Kbd>{commandPaletteTexts.enter}</Kbd>
          {commandPaletteTexts.open}
        </span>
        <span className="ml-auto">{commandPaletteTexts.pastedTokensRemoved}</span>
      </p>
    </>
  );
}
