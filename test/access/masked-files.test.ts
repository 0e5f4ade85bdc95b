import { expect, test } from 'vitest'
import { createUser, roleId } from '#server/features/platform/users/users.fixture.ts'
import { useWorld } from '../harness.ts'

const world = useWorld()

test('a row that has masks from an export is not taken in again', async () => {
  const admin = await world().as('tenantAdmin')
  const { result } = await admin.post('/sys/role/add', {
    roleCode: 'masked',
    roleName: 'Masked',
    dataScope: 'tenant',
    maskPersonal: true,
  })
  const roles = [await roleId(world(), 'manager'), (result as { id: string }).id]
  const masked = await (await createUser(world(), roles)).client()
  const file = 'code,name,phone\nPS1,Supplier,139****5678\nPS2,Supplier two,13912340000\n'
  const answer = await masked.upload('/erp/supplier/importExcel', 's.csv', file)
  expect(answer.result, answer.message).toMatchObject({
    totalCount: 2,
    successCount: 1,
    errors: [{ row: 2, code: 'field.masked' }],
  })
})
