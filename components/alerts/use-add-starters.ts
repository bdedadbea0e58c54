"use client";

import { useMutation } from "@tanstack/react-query";
import { notify } from "@/components/ui/toast";
import { alertMutations } from "@/lib/queries/alerts";
import { addStartersTexts } from "./alert-messages.ts";

/** Adds the starter rules that do not exist, and says which, also when the button that did it is gone by then. */
export function useAddStarters() {
  const { mutateAsync, isPending } = useMutation(alertMutations.addStarters());
  const add = async () => {
    try {
      const added = (await mutateAsync())?.added ?? [];
      if (added.length === 0)
        notify.note(addStartersTexts.noAlertAdded, addStartersTexts.allStarterAlertsExist);
      else notify.done(addStartersTexts.starterAlertsAdded, added.map(({ name }) => name).join(", "));
    } catch (error) {
      notify.notDone(addStartersTexts.starterAlertsNotAdded, error);
    }
  };
  return { addStarters: () => void add(), isAdding: isPending };
}
