"use client";

import { useEffect } from "react";
import { notify } from "@/components/ui/toast";
import { handleRepeatedActs } from "@/lib/queries/act-keys";
import { repeatedActsTexts } from "./layout-messages.ts";

/** Says of an act that was sent again after a lost answer that it was not done again. */
export function RepeatedActs() {
  useEffect(
    () =>
      handleRepeatedActs(() =>
        notify.note(repeatedActsTexts.notDoneAgain, repeatedActsTexts.answerOfFirstAct),
      ),
    [],
  );
  return null;
}
