"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Bookmark, ChevronDown } from "lucide-react";
import dynamic from "next/dynamic";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { usePaletteAct } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { loadPart } from "@/components/ui/load-part";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { notify } from "@/components/ui/toast";
import { hasRole } from "@/lib/bff/roles";
import type { View } from "@/lib/bff/views";
import { readFailure } from "@/lib/format/error-message";
import { sessionQueries } from "@/lib/queries/session";
import { viewMutations, viewQueries } from "@/lib/queries/views";
import { savedViewsTexts } from "./invocation-list-on-demand-messages.ts";
import { screenOfView, viewQueryOf } from "./invocation-search-params.ts";
import { noView } from "./use-invocation-search-params.ts";
import { ViewMenu } from "./view-menu.tsx";

const viewDialogs = () => import("./view-dialog.tsx");
const SaveViewDialog = dynamic(
  loadPart(() => viewDialogs().then((module) => module.SaveViewDialog)),
  { ssr: false },
);
const RenameViewDialog = dynamic(
  loadPart(() => viewDialogs().then((module) => module.RenameViewDialog)),
  { ssr: false },
);

type Asking =
  | { readonly kind: "save" }
  | { readonly kind: "rename" | "delete" | "replace"; readonly view: View };

/** The list's state that a view stores, in the form in which the list has it. */
const stateOf = (view: View) => viewQueryOf(screenOfView(view.query));

/** The open view, whether the list differs from it, and all actions on views. */
export function SavedViews({
  openId,
  query,
  onOpen,
  onLeave,
}: {
  openId: string | undefined;
  /** The list's state as a view would store it. */
  query: string;
  onOpen: (view: View | undefined) => void;
  /** No view is open any more; the list stays as it is. */
  onLeave: () => void;
}) {
  const [asking, setAsking] = useState<Asking>();
  const menu = useRef<HTMLButtonElement>(null);
  const focusHandoffRef = useFocusHandoff(() => menu.current);
  const list = useQuery(viewQueries.list());
  const change = useMutation(viewMutations.change());
  const role = useQuery(sessionQueries.current()).data?.data.operator.role ?? "viewer";

  const views = list.data?.items ?? [];
  const open = views.find(({ id }) => id === openId);
  useGoneView(open === undefined && list.data !== undefined ? openId : undefined, onLeave);
  /** Views by id, each as the list showed it last, unless it was modified here: Back may lead to an address of its former state. */
  const [shownViews, setShownViews] = useState<ReadonlyMap<string, View>>(new Map());
  const setShown = (view: View) => setShownViews((before) => new Map(before).set(view.id, view));
  const shown = open && shownViews.get(open.id);
  if (open !== undefined && shown === undefined) setShown(open);
  const differs = open !== undefined && stateOf(open) !== query;
  const isChanged = differs && isChangedSince(shown, open);
  const isModified = differs && !(isChanged && shown !== undefined && stateOf(shown) === query);
  const state = isModified ? savedViewsTexts.modified : isChanged ? savedViewsTexts.changedSince : undefined;
  const whyNot = open === undefined ? undefined : whyNotChange(open, role);

  const openView = (view: View | undefined) => {
    if (view !== undefined) setShown(view);
    onOpen(view);
  };
  const reportFailure = (error: unknown) => notify.notDone(savedViewsTexts.theViewWasNotChanged, error);
  const alter = async (changes: Parameters<typeof change.mutateAsync>[0], done: string) => {
    try {
      await change.mutateAsync(changes);
      notify.done(done);
    } catch (error) {
      reportFailure(error);
    }
  };
  const save = async ({ id, name, updated_at_ms: knownMs }: View) => {
    const saved = await change.mutateAsync({ id, query, expected_updated_at_ms: knownMs });
    if (saved !== undefined) setShown(saved);
    notify.done(savedViewsTexts.saved(name));
  };
  // Another change is another question: the dialog closes, and Save asks again.
  const replace = async (view: View) => {
    try {
      await save(view);
    } catch (error) {
      if (readFailure(error).code !== "view_changed") throw error;
      reportFailure(error);
    }
  };
  const close = () => setAsking(undefined);
  const saveAs = () => setAsking({ kind: "save" });
  usePaletteAct("save-view", savedViewsTexts.saveAsView, saveAs, undefined);

  return (
    <>
      <ViewMenu
        trigger={
          <Button ref={menu} className="max-w-60" aria-label={savedViewsTexts.view(open?.name, state)}>
            <Bookmark />
            <span className="truncate">{open?.name ?? savedViewsTexts.allInvocations}</span>
            {state === undefined ? null : <span className="font-normal text-ink-3">{state}</span>}
            <ChevronDown className="text-ink-3" />
          </Button>
        }
        views={views}
        failure={list.error === null ? undefined : readFailure(list.error).message}
        open={open}
        whyNotChange={whyNot}
        whyNotShare={hasRole(role, "operator") ? undefined : savedViewsTexts.sharingNeedsTheOperatorRole}
        onOpen={openView}
        onSaveAs={saveAs}
        onRename={(view) => setAsking({ kind: "rename", view })}
        onDelete={(view) => setAsking({ kind: "delete", view })}
        onAlter={(changes, done) => void alter(changes, done)}
      />
      {open !== undefined && differs ? (
        <>
          {isModified ? (
            <Button
              ref={focusHandoffRef}
              pending={change.isPending}
              disabledReason={whyNot}
              onClick={() =>
                isChanged ? setAsking({ kind: "replace", view: open }) : void save(open).catch(reportFailure)
              }
            >
              {savedViewsTexts.save}
            </Button>
          ) : null}
          <Button ref={focusHandoffRef} variant="ghost" onClick={() => openView(open)}>
            {savedViewsTexts.reset}
          </Button>
        </>
      ) : null}
      {asking?.kind === "save" ? (
        <SaveViewDialog
          query={query}
          onClose={close}
          onSaved={(view) => {
            close();
            openView(view);
          }}
        />
      ) : null}
      {asking?.kind === "rename" ? <RenameViewDialog view={asking.view} onClose={close} /> : null}
      {asking?.kind === "replace" ? (
        <ConfirmDialog
          open
          onOpenChange={close}
          title={savedViewsTexts.replaceView(asking.view.name)}
          effect={savedViewsTexts.changedAfterOpened}
          confirmLabel={savedViewsTexts.replaceViewLabel}
          onConfirm={() => replace(asking.view)}
        />
      ) : null}
      {asking?.kind === "delete" ? (
        <DeleteView view={asking.view} onDeleted={onLeave} onClose={close} />
      ) : null}
    </>
  );
}

/** Says once that a view is gone, and leaves it. `missingId`: of a view that is not in the list as loaded. */
function useGoneView(missingId: string | undefined, onLeave: () => void) {
  const client = useQueryClient();
  const leave = useEffectEvent(() => {
    notify.note(savedViewsTexts.viewIsGone, savedViewsTexts.deletedOrNotShared);
    onLeave();
  });
  useEffect(() => {
    if (missingId === undefined || missingId === noView) return;
    let isOver = false;
    // It may have been saved since the list was loaded.
    client.fetchQuery({ ...viewQueries.list(), staleTime: 0 }).then(
      ({ items }) => {
        if (!isOver && items.every(({ id }) => id !== missingId)) leave();
      },
      () => undefined,
    );
    return () => {
      isOver = true;
    };
  }, [missingId, client]);
}

/** Whether others have stored another state in the view `now` since it was as in `before`. */
const isChangedSince = (before: View | undefined, now: View): boolean =>
  before !== undefined && now.updated_at_ms > before.updated_at_ms && stateOf(now) !== stateOf(before);

function DeleteView({
  view,
  onDeleted,
  onClose,
}: {
  view: View;
  onDeleted: () => void;
  onClose: () => void;
}) {
  const remove = useMutation(viewMutations.remove());
  return (
    <ConfirmDialog
      open
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={savedViewsTexts.deleteView(view.name)}
      effect={view.shared ? savedViewsTexts.deletedForEveryone : savedViewsTexts.linksMadeStillWork}
      confirmLabel={savedViewsTexts.deleteViewLabel}
      onConfirm={async () => {
        await remove.mutateAsync(view.id);
        onDeleted();
        notify.done(savedViewsTexts.deleted(view.name));
      }}
    />
  );
}

function whyNotChange(view: View, role: Parameters<typeof hasRole>[0]): string | undefined {
  if (!view.mine && !hasRole(role, "admin")) return savedViewsTexts.onlyOwnerOrAdmin(view.owner);
  if (view.shared && !hasRole(role, "operator")) return savedViewsTexts.sharedViewsNeedOperatorRole;
  return undefined;
}
