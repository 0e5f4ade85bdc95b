import { Button, Form } from 'antd'
import { DepartSelect } from '../pickers/depart-select.tsx'
import { DetailList } from '../kit/resource/detail-list.tsx'
import { DictSelect } from '../kit/form/choices/dict-select.tsx'
import { Money, Moment, Short } from '../kit/platform/cells.tsx'
import { PopupPicker } from '../kit/resource/popup-picker.tsx'
import { PositionSelect } from '../pickers/position-select.tsx'
import { RefSelect } from '../kit/form/choices/ref-select.tsx'
import { RoleSelect } from '../pickers/role-select.tsx'
import { UserSelect } from '../pickers/user-select.tsx'
import { startBackgroundTask } from '../kit/platform/background-tasks.ts'

/**
 * Pickers of every kind in one form, detail lists, long work: for looking at, with the rights of
 * any signed-in user.
 */
export function FormSamples() {
  return (
    <>
      <section>
        <h2>Pickers</h2>
        <Form layout="vertical" className="py-form" initialValues={{ customerCode: null }}>
          <Form.Item name="customerName" label="Popup, one row">
            <PopupPicker
              code="customers"
              orgFields="id,code,name"
              destFields="customerId,customerCode,customerName"
              field="customerName"
              groupId="samples"
            />
          </Form.Item>
          <Form.Item name="orders" label="Popup, several rows">
            <PopupPicker code="shipments" orgFields="serialNumber" destFields="orders" multi />
          </Form.Item>
          <Form.Item name="broken" label="Popup, set up wrongly">
            <PopupPicker code="customers" orgFields="id,code" destFields="broken" />
          </Form.Item>
          <Form.Item name="user" label="User">
            <UserSelect />
          </Form.Item>
          <Form.Item name="users" label="Users">
            <UserSelect many />
          </Form.Item>
          <Form.Item name="roles" label="Roles">
            <RoleSelect many grant />
          </Form.Item>
          <Form.Item name="post" label="Positions">
            <PositionSelect many />
          </Form.Item>
          <Form.Item name="depart" label="Department">
            <DepartSelect />
          </Form.Item>
          <Form.Item name="departs" label="Departments">
            <DepartSelect many />
          </Form.Item>
          <Form.Item name="country" label="Dictionary">
            <DictSelect code="country" />
          </Form.Item>
          <Form.Item name="channel" label="Reference with new">
            <RefSelect of="suppliers" withNew />
          </Form.Item>
        </Form>
      </section>
      <section>
        <h2>Details</h2>
        {[4, 3].map((columns) => (
          <DetailList
            key={columns}
            columns={columns}
            title={`${columns}`}
            items={[
              { key: 'a', label: 'Name', value: 'Lin' },
              { key: 'b', label: 'Amount', value: <Money amount="1234567.50" currency="EUR" /> },
              { key: 'c', label: 'Time', value: <Moment at="2026-03-01T09:30:05Z" /> },
              {
                key: 'd',
                label: 'Cut',
                value: <Short text="abcdefghijklmnopqrstuvwxyz0123456789" />,
              },
              { key: 'e', label: 'None', value: null },
              { key: 'f', label: 'Remark', value: 'A line of its own', wide: true },
            ]}
          />
        ))}
      </section>
      <section>
        <h2>Long work</h2>
        <Button
          onClick={() => {
            const work = startBackgroundTask('Importing orders.csv')
            work.progress(30, 100)
            setTimeout(() => work.done('30 rows', () => <p>Outcome</p>), 60_000)
          }}
        >
          Begin
        </Button>
      </section>
    </>
  )
}
