"use client";

import { useQuery } from "@tanstack/react-query";
import { Command } from "cmdk";
import { ArrowRight, type LucideIcon, SquareArrowOutUpRight, Zap } from "lucide-react";
import { useRouter } from "next/navigation";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { scrimClass } from "@/components/ui/dialog-class";
import { Kbd } from "@/components/ui/kbd";
import { useReturnFocus } from "@/components/ui/return-focus";
import { dropSecrets } from "@/lib/format/pasted-target";
import { inventoryQueries } from "@/lib/queries/inventory";
import { navItems } from "./nav-items.ts";
import { useOfferedActions } from "./palette-actions.tsx";
import { paletteMatch } from "./palette-match.ts";
import { paletteTargets, recordedResourceTargets } from "./palette-targets.ts";

const maxShownLength = 400;
const shortestSought = 2;

/**
 * Finds pages, actions and resources by name, or by any pasted id, URL or error body. Signed tokens are
 * removed from pasted text before it is displayed.
 */
export function CommandPalette({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const [text, setText] = useState("");
  const router = useRouter();
  const focus = useReturnFocus();
  const targets = paletteTargets(text);
  const searchText = text.trim();
  const { data: known } = useQuery({
    ...inventoryQueries.search(searchText.slice(0, 200)),
    enabled: open && searchText.length >= shortestSought,
  });
  const remembered = recordedResourceTargets(known?.items ?? [], targets);
  const offered = useOfferedActions();
  const actions = offered.filter(({ takes }) => takes !== "id");
  const [id = "", ...otherIds] = new Set(targets.map((target) => target.id));
  const idActions = id === "" || otherIds.length > 0 ? [] : offered.filter(({ takes }) => takes === "id");

  const close = () => {
    onOpenChange(false);
    setText("");
  };
  const go = (href: string) => {
    close();
    router.push(href);
  };

  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Dialog.Portal>
        <Dialog.Overlay className={scrimClass} />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={focus.onOpen}
          onCloseAutoFocus={focus.onClose}
          className="fixed top-[12vh] left-1/2 z-50 w-[calc(100vw-24px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line-strong bg-raised shadow-float data-[state=open]:animate-enter data-[state=closed]:animate-leave"
        >
          <Dialog.Title className="sr-only">Go to an id, page or action</Dialog.Title>
          <Command label="Go to an id, page or action" loop filter={paletteMatch}>
            <Command.Input
              value={text}
              onValueChange={setText}
              onPaste={(event) => {
                event.preventDefault();
                const clean = dropSecrets(event.clipboardData.getData("text")).replaceAll(/\s+/g, " ");
                setText((text + clean).slice(0, maxShownLength));
              }}
              placeholder="Go to an id, page or action"
              className="h-11 w-full border-b border-line bg-transparent px-4 text-lead outline-none pointer-coarse:text-[16px]"
            />
            <Command.List className="max-h-[50vh] scroll-py-1 overflow-y-auto p-1">
              {targets.length + remembered.length > 0 ? null : (
                <Command.Empty className="px-3 py-8 text-center text-ink-2">
                  Nothing by that name. An id, an address or an error body can be pasted whole.
                </Command.Empty>
              )}
              {targets.length === 0 ? null : (
                <Group heading="From what you pasted" forceMount>
                  {targets.map((target) => (
                    <Item
                      key={target.href}
                      value={`target ${target.href}`}
                      icon={SquareArrowOutUpRight}
                      forceMount
                      onSelect={() => go(target.href)}
                    >
                      {target.label} <span className="truncate font-mono text-label">{target.id}</span>
                    </Item>
                  ))}
                  {idActions.map((action) => (
                    <Item
                      key={action.id}
                      value={`action ${action.id}`}
                      icon={Zap}
                      forceMount
                      onSelect={() => {
                        close();
                        action.run(id);
                      }}
                    >
                      {action.label} <span className="truncate font-mono text-label">{id}</span>
                    </Item>
                  ))}
                </Group>
              )}
              {remembered.length === 0 ? null : (
                <Group heading="Remembered" forceMount>
                  {remembered.map((target) => (
                    <Item
                      key={target.href}
                      value={`remembered ${target.href}`}
                      icon={SquareArrowOutUpRight}
                      forceMount
                      onSelect={() => go(target.href)}
                    >
                      {target.label}{" "}
                      <span className="truncate font-mono text-label text-ink-3">{target.id}</span>
                    </Item>
                  ))}
                </Group>
              )}
              {actions.length === 0 ? null : (
                <Group heading="Actions">
                  {actions.map((action) => (
                    <Item
                      key={action.id}
                      value={action.label}
                      keywords={action.keywords}
                      icon={Zap}
                      onSelect={() => {
                        close();
                        action.run("");
                      }}
                    >
                      {action.label}
                    </Item>
                  ))}
                </Group>
              )}
              <Group heading="Pages">
                {navItems.map((item) => (
                  <Item key={item.key} value={item.label} icon={item.icon} onSelect={() => go(item.href)}>
                    {item.label}
                  </Item>
                ))}
              </Group>
            </Command.List>
          </Command>
          <p className="flex items-center gap-3 border-t border-line px-4 py-2 text-caption text-ink-3 max-sm:hidden">
            <span>
              <Kbd>↑</Kbd> <Kbd>↓</Kbd> choose
            </span>
            <span>
              <Kbd>Enter</Kbd> open
            </span>
            <span className="ml-auto">Tokens in what you paste are dropped.</span>
          </p>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Group({
  heading,
  forceMount = false,
  children,
}: {
  heading: string;
  forceMount?: boolean;
  children: ReactNode;
}) {
  return (
    <Command.Group
      heading={heading}
      forceMount={forceMount}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-3"
    >
      {children}
    </Command.Group>
  );
}

function Item({
  value,
  keywords,
  icon: Icon,
  forceMount = false,
  onSelect,
  children,
}: {
  value: string;
  keywords?: readonly string[] | undefined;
  icon: LucideIcon;
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      {...(keywords === undefined ? {} : { keywords: [...keywords] })}
      forceMount={forceMount}
      onSelect={onSelect}
      className="group flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-3 select-none data-[selected=true]:bg-selected pointer-coarse:min-h-11"
    >
      <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
      <span className="flex min-w-0 flex-1 items-center gap-1.5">{children}</span>
      <ArrowRight
        aria-hidden="true"
        className="invisible size-3.5 text-ink-3 group-data-[selected=true]:visible"
      />
    </Command.Item>
  );
}
