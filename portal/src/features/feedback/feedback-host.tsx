import { useLocation, useNavigate, useSearchParams } from "react-router";
import { loadTexts } from "../../i18n/i18n";
import { FEEDBACK } from "../../kit/feedback-slot";
import { lazyPart } from "../../ui/lazy/lazy-part";

const FeedbackDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import("./feedback-dialog"), loadTexts(["feedback", "form", "list"])]);
  return dialog;
});

/** D-14: the form for feedback over any page, while the address asks for it. */
export default function FeedbackHost() {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const productId = params.get(FEEDBACK);
  if (productId === null) return null;
  const close = () => {
    if (typeof state === "object" && state !== null && "opened" in state) {
      void navigate(-1);
      return;
    }
    const next = new URLSearchParams(params);
    next.delete(FEEDBACK);
    void navigate({ search: next.toString() }, { replace: true });
  };
  return <FeedbackDialog productId={productId} onClose={close} />;
}
