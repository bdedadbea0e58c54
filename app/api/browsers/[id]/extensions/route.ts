import { operations } from "@/lib/contract/operations";
import { uploadRoute } from "@/lib/server/routes/upload-route";

export const POST = uploadRoute(operations.uploadBrowserExtensions);
