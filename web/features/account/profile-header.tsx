import { CalendarDays, ShieldCheck } from "lucide-react";

import type { Account } from "../../../worker/contract/account.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { DateTime } from "../../ui/date-time.tsx";
import { Placeholders } from "../../ui/placeholders.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

export function ProfileHeader({ user, isNameHidden }: { user: Account; isNameHidden: boolean }) {
  const { name, email, image, role, createdAt } = user;
  return (
    <header className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <Avatar name={name} url={image?.url} size="lg" />
      <div className="min-w-0 flex-1 basis-52">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h1 className="min-w-0 font-display text-2xl font-medium tracking-tight break-words sm:text-3xl">{name}</h1>
          <Badge tone="blue" icon={ShieldCheck}>
            {role}
          </Badge>
        </div>
        <p className="mt-1 break-words text-muted">{email}</p>
        {isNameHidden && <p className="mt-1 text-sm text-warning">Our team has hidden your name from everyone.</p>}
        <p className="mt-1.5 flex items-center gap-1.5 text-sm text-muted">
          <CalendarDays aria-hidden className="size-4" strokeWidth={1.75} />
          <span>
            Member since <DateTime iso={createdAt} />
          </span>
        </p>
      </div>
    </header>
  );
}

/** Placeholders for the profile's parts while it loads. */
export function ProfileSkeleton() {
  return (
    <div aria-hidden>
      <div className="flex items-center gap-6">
        <div className="size-20 overflow-hidden rounded-full">
          <Skeleton className="size-full" />
        </div>
        <div className="space-y-2.5">
          <Skeleton className="h-9 w-52" />
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-36" />
        </div>
      </div>
      <Skeleton className="mt-9 h-10 w-full max-w-sm" />
      <div className="mt-7 grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3">
        <Placeholders count={6}>
          <Skeleton className="h-23 rounded-lg" />
        </Placeholders>
      </div>
    </div>
  );
}
