import { expect, it } from "vitest";
import { signatureOf } from "./webhook-signature.ts";

const notice = { id: "msg_p5jXN8AQM9LWM0D4loKWxJek", body: '{"test": 2432232314}' };

it("is that of the scheme's published example", () => {
  expect(signatureOf(notice, "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", 1_614_265_330)).toBe(
    "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  );
});
