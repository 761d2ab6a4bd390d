import type { UploadRefusal } from '@marigold/contract/calls/file';
import type { Contract, Path } from '@marigold/contract/contract';

/** Every refusal any call declares, plus the one the gateway itself gives for an id it knows, and those of the upload beside them. */
export type AnyRefusalCode = Contract[Path]['refusals'][number] | UploadRefusal | 'already_applied';
