import { operations } from "@/lib/contract/operations";
import { downloadRoute, safeFileName } from "@/lib/server/routes/download-route";

export const { GET, HEAD } = downloadRoute(operations.downloadProfile, {
  fileName: (input) => safeFileName(`profile-${input.params.id_or_name}.json`, "profile.json"),
  whenEmpty: "This profile has no saved state yet.",
});
