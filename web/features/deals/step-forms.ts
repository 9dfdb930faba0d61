import type { ComponentType } from "react";

import type { DealStepName } from "../../../worker/rules/deal-steps.ts";
import { DeliveryForm } from "./delivery-form.tsx";
import { DisputeForm } from "./dispute-form.tsx";
import { EndUnpaidForm } from "./end-unpaid-form.tsx";
import { PlainStepForm } from "./plain-step-form.tsx";
import { SentForm } from "./sent-form.tsx";
import type { StepFormProps } from "./step-form-frame.tsx";

export const STEP_FORMS: Readonly<Record<DealStepName, ComponentType<StepFormProps>>> = {
  accept: PlainStepForm,
  decline: PlainStepForm,
  chooseDelivery: DeliveryForm,
  markPaid: PlainStepForm,
  markSent: SentForm,
  handOver: PlainStepForm,
  confirmReceipt: PlainStepForm,
  requestCancel: PlainStepForm,
  agreeCancel: PlainStepForm,
  dropCancel: PlainStepForm,
  endUnpaid: EndUnpaidForm,
  dispute: DisputeForm,
  settle: PlainStepForm,
};
